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
const save = async (headers: Headers, mapping: object) => {
  const payload = { name: 'order_ready', language: 'pt_BR', mapping }
  return (await t.app.inject({ method: 'PUT', url, headers, payload })).statusCode
}

it('remembers how each fills a template, and how a colleague did for who has not', async () => {
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
