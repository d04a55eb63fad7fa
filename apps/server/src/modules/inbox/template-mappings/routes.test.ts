import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

type Headers = { cookie: string }
const url = '/api/v1/template-mappings'
const list = async (headers: Headers) => (await t.app.inject({ url, headers })).json().data
const save = async (headers: Headers, mapping: object, name = 'order_ready') => {
  const payload = { name, language: 'pt_BR', mapping }
  return (await t.app.inject({ method: 'PUT', url, headers, payload })).statusCode
}

it('remembers how each member fills a template, and offers a colleague’s values to those who never did', async () => {
  const ana = await createSignedIn(t.deps)
  const bia = await createUser(t.deps)
  await addMember(t.deps, ana.company.id, bia.id)
  const other = { headers: await signIn(t.deps, bia.id, ana.company.id) }
  const stranger = await createSignedIn(t.deps)
  const first = { 'body.1': { known: 'contact.first_name' } }
  expect(await save(ana.headers, first)).toBe(204)
  expect(await list(other.headers)).toEqual([{ name: 'order_ready', language: 'pt_BR', mapping: first }])
  const own = { 'body.1': { text: 'cliente' } }
  await save(other.headers, own)
  await save(ana.headers, first)
  expect(await list(other.headers)).toMatchObject([{ mapping: own }])
  expect(await list(ana.headers)).toMatchObject([{ mapping: first }])
  expect(await list(stranger.headers)).toEqual([])
  expect(await save(ana.headers, { 'body.1': { known: 'contact.secret' } })).toBe(422)
})

it('remembers the 200 templates that each member sent last', async () => {
  const ana = await createSignedIn(t.deps)
  const bia = await createUser(t.deps)
  await addMember(t.deps, ana.company.id, bia.id)
  const other = await signIn(t.deps, bia.id, ana.company.id)
  await save(other, {}, 'of_bia')
  await t.deps.database.pool.query(
    `insert into template_mappings (company_id, user_id, name, language, mapping, updated_at)
      select $1, $2, 't' || n, 'pt_BR', '{}', now() - n * interval '1 minute' from generate_series(1, 205) n`,
    [ana.company.id, ana.user.id],
  )
  await save(ana.headers, {}, 'newest')
  const names = (await list(ana.headers)).map(({ name }: { name: string }) => name)
  expect(names).toHaveLength(201)
  expect(names).toEqual(expect.arrayContaining(['newest', 'of_bia', 't1', 't199']))
})
