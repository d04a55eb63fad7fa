import type { MemberGrant } from '@recado/contracts'
import type { Task } from '@recado/contracts/shared/tasks'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createImporter } from '#server/test/contact-files.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { vcardOf } from './vcard.ts'

let t: TestApp
let me: Awaited<ReturnType<typeof createImporter>>
const ids: string[] = []

const people = [
  {
    ...{ name: 'Ana Souza', phones: ['+5581988110001', '+558130251100'], emails: ['ana@loja.com', 'ana@casa.com'] },
    ...{ document: '529.982.247-25', birthday: '1990-05-01', organization: 'Loja; e Cia', jobTitle: 'Dona' },
    ...{ address: { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '50000-000', country: 'BR' } },
    ...{ lifecycle: 'customer', language: 'pt', notes: 'linha 1\nlinha "2"', tags: ['VIP', 'casa'] },
    attributes: { size: 'M', secret: 'hush' },
  },
  { name: '=cmd|calc', phones: ['+5581988110002'] },
  { name: 'Zé 🥭', emails: ['ze@loja.com'] },
]
const further = ['phone_2', 'document', 'birthday', 'job_title', 'street', 'city', 'address_state', 'postal_code']
const columns = [
  ...['name', 'phone', 'email', 'organization', 'tags', 'lifecycle', 'attributes.size', 'attributes.secret'],
  ...[...further, 'country', 'language', 'notes', 'other_emails'],
]

beforeAll(async () => {
  t = await buildOwnApp()
  me = await createImporter(t)
  for (const [key, sensitive] of [
    ['size', false],
    ['secret', true],
  ] as const)
    await t.deps.database.db
      .insert(contactAttributes)
      .values({ id: newId(), companyId: me.company.id, key, type: 'text', label: { en: key, pt: key }, sensitive })
  for (const person of people) ids.push((await me.browser.post('/api/v1/contacts', person)).json().contact.id)
})
afterAll(() => t.close())

const start = (body: object, headers: { cookie: string } = me.headers) =>
  t.app.inject({
    ...{ method: 'POST', url: '/api/v1/list-exports', headers },
    payload: { list: 'contacts', format: 'csv', ...body },
  })
const fileOf = async (body: object, headers: { cookie: string } = me.headers) => {
  const started = await start(body, headers)
  expect([started.statusCode, started.body]).toEqual([202, expect.anything()])
  await t.deps.jobs.drain(t.deps)
  const { data } = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers })).json<{ data: Task[] }>()
  const task = data.find(({ id }) => id === started.json<Task>().id)
  expect(task?.status).toBe('completed')
  return t.app.inject({ method: 'GET', url: task?.file?.url ?? '/', headers })
}

test('a file of chosen columns comes in again as it went out', async () => {
  for (const separator of [',', ';']) {
    const { rawPayload } = await fileOf({ columns, separator })
    const checked = await me.check(rawPayload, { rules: { onMatch: 'overwrite' } })
    expect([checked.counts, checked.mapping?.columns.slice(0, 6)]).toMatchObject([
      { unchanged: 3 },
      ['name', 'phone', 'email', 'organization', 'tags', 'lifecycle'],
    ])
  }
})

test('the audit log says how many there were, and whether they were chosen', async () => {
  await fileOf({})
  await fileOf({ ids: ids.slice(0, 2), columns: ['name'] })
  const { rows } = await t.deps.database.pool.query(
    `select diff->>'count' as count, diff->'columns' as columns from audit_logs
      where company_id = $1 and action = 'contact.export' order by id desc limit 2`,
    [me.company.id],
  )
  expect(rows).toEqual([
    { count: '2', columns: ['name'] },
    { count: '3', columns: null },
  ])
})

test('columns stand in the order that was asked for, formulas do nothing, and rows can be chosen', async () => {
  const { body } = await fileOf({ columns: ['email', 'name'], ids: ids.slice(1), separator: ';' })
  expect(parseCsv(body, { delimiter: ';' }).slice(0, 3)).toEqual([
    ['Email', 'Name'],
    ['ze@loja.com', 'Zé 🥭'],
    ['', expect.stringMatching(/^'=cmd/)],
  ])
})

test('JSON has the keys of the columns, and vCards what phones read', async () => {
  const objects = JSON.parse((await fileOf({ format: 'json', columns: ['name', 'document'], ids })).body)
  expect(objects).toContainEqual({ name: 'Ana Souza', document: '529.982.247-25' })
  const { body, headers } = await fileOf({ format: 'vcf', ids: ids.slice(0, 1) })
  expect(headers['content-type']).toContain('text/vcard')
  const lines = body.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      ...['BEGIN:VCARD', 'FN:Ana Souza', 'TEL;TYPE=CELL:+5581988110001', 'TEL:+558130251100', 'EMAIL:ana@casa.com'],
      ...['ORG:Loja\\; e Cia', 'ADR:;;Rua A\\, 1;Recife;PE;50000-000;BR', 'NOTE:linha 1\\nlinha "2"', 'END:VCARD'],
    ]),
  )
  const again = await me.check(Buffer.from(body))
  expect(again.counts).toMatchObject({ unchanged: 1 })
})

test('a file is out of reach once the right to have it is taken away', async () => {
  const user = await createUser(t.deps)
  await addMember(t.deps, me.company.id, user.id, { role: 'admin' })
  const headers = await signIn(t.deps, user.id, me.company.id)
  expect((await fileOf({}, headers)).statusCode).toBe(200)
  await t.deps.database.pool.query(`update company_members set role = 'member', grants = '{}' where user_id = $1`, [
    user.id,
  ])
  const { data } = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers })).json<{ data: Task[] }>()
  expect(data).toMatchObject([{ status: 'completed', file: null }])
})

test('vCards keep every kind of line break within its property', () => {
  expect(vcardOf({ name: 'Ana', notes: 'a\rTEL:1\r\nb' })).toContain('NOTE:a\\nTEL:1\\nb\r\n')
})

test('whoever may not see personal data gets it masked, and no one gets what is not there', async () => {
  const user = await createUser(t.deps)
  await addMember(t.deps, me.company.id, user.id, { role: 'member', grants: ['contacts.export'] })
  const headers = await signIn(t.deps, user.id, me.company.id)
  const file = await fileOf({ format: 'json', columns: [...columns, 'other_emails'], ids: ids.slice(0, 1) }, headers)
  for (const hidden of ['988110001', '30251100', 'ana@', '529.982', 'Rua A', '50000', 'hush'])
    expect([hidden, file.body.includes(hidden)]).toEqual([hidden, false])
  const refused = async (body: object) => (await start(body)).json().errors?.[0]?.path
  expect(await refused({ columns: ['attributes.none'] })).toBe('columns')
  expect(await refused({ list: 'members', format: 'json' })).toBe('format')
  expect(await refused({ list: 'members', format: 'csv', ids })).toBe('ids')
})

test('a file is downloaded by whoever asked for it, with the rights of that moment', async () => {
  const user = await createUser(t.deps)
  const grants: MemberGrant[] = ['contacts.export', 'contacts.pii']
  await addMember(t.deps, me.company.id, user.id, { role: 'member', grants })
  const headers = await signIn(t.deps, user.id, me.company.id)
  const grant = (some: MemberGrant[]) =>
    t.deps.database.pool.query('update company_members set grants = $2 where user_id = $1', [user.id, some])
  const urlOf = async () => {
    const { id } = (await start({}, headers)).json<Task>()
    await t.deps.jobs.drain(t.deps)
    const { data } = (await t.app.inject({ url: '/api/v1/tasks', headers })).json<{ data: Task[] }>()
    return data.find((task) => task.id === id)?.file?.url ?? '/'
  }
  const click = (url: string, as: Record<string, string> = headers) => t.app.inject({ url, headers: as })
  const unmasked = await urlOf()
  const had = await click(unmasked)
  expect([had.statusCode, had.headers['cache-control']]).toEqual([200, 'no-store'])
  expect(had.body).toContain('ana@loja.com')
  const part = await click(unmasked, { ...headers, range: 'bytes=0-3' })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
  expect((await click(unmasked, {})).statusCode).toBe(401)
  expect((await click(unmasked, me.headers)).statusCode).toBe(404)

  await grant(['contacts.export'])
  expect((await click(unmasked)).statusCode).toBe(404)
  const masked = await urlOf()
  expect((await click(masked)).body).toContain('a•••@l•••.com')
  await grant([])
  expect((await click(masked)).statusCode).toBe(404)
  await grant(grants)
  expect([(await click(unmasked)).statusCode, (await click(masked)).statusCode]).toEqual([200, 200])
})
