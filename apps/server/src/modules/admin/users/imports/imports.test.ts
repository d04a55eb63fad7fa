import type { UserImport } from '@recado/contracts/admin/user-imports'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companyMembers } from '#server/db/schema/companies/companies.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createCompany, createUser, signIn } from '#server/test/factories.ts'
import { parseLines } from './parse.ts'

let server: TestApp
let admin: ReturnType<typeof createBrowser>
beforeAll(async () => {
  server = await buildOwnApp()
  admin = createBrowser(server.app)
  admin.use(await signIn(server.deps, (await createUser(server.deps, { role: 'admin' })).id))
  await admin.session()
})
afterAll(() => server.close())

const boundary = 'a-line-between-the-parts'
const upload = (content: Buffer | string, invite = 'yes') => {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="clientes.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return admin.send('POST', `/api/v1/admin/user-imports?invite=${invite}`, { payload, headers })
}
const read = async (id: string): Promise<UserImport> => (await admin.get(`/api/v1/admin/user-imports/${id}`)).json()
const settle = () => server.deps.jobs.drain(server.deps)
const mails = async () =>
  (await server.deps.database.pool.query("select 1 from jobs where name = 'mail.send'")).rows.length
const sum = (found: UserImport) => Object.values(found.counts ?? {}).reduce((total, count) => total + count, 0)

const text = 'Nome;E-mail;Telefone\r\nZoé Conceição;zoe@example.test;+55 81 98888-7766\r\n'
const line = { line: 2, name: 'Zoé Conceição', email: 'zoe@example.test', phone: '+55 81 98888-7766' }

describe('a file', () => {
  test.each([
    ['in UTF-8', Buffer.from(text)],
    ['in UTF-8 with its mark', Buffer.from(`\uFEFF${text}`)],
    ['in UTF-16, as Excel saves text', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['in Windows-1252, as Excel saves CSV', Buffer.from(text, 'latin1')],
    ['with commas', Buffer.from(text.replaceAll(';', ','))],
    ['with tabs', Buffer.from(text.replaceAll(';', '\t'))],
    ['that names its separator, with empty lines', Buffer.from(`sep=;\r\n${text};;\r\n\r\n`)],
    ['with quotes', Buffer.from(text.replace('Zoé Conceição', '"Zoé Conceição"'))],
  ])('%s is read', (_, bytes) => expect(parseLines(bytes)).toEqual([line]))

  test.each([
    ['without the columns', 'first;second\r\na;b\r\n', 'columns_missing'],
    ['without lines', 'name;email\r\n', 'file_empty'],
    ['with too many lines', `name;email\r\n${'a;b\r\n'.repeat(10_001)}`, 'too_many_rows'],
  ])('%s is refused and nothing of it kept', async (_, content, code) => {
    const answer = await upload(content)
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, code])
  })

  test('that is no text is refused', async () => {
    const answer = await upload(Buffer.from([0x50, 0x4b, 0x03, 0x04, 0x00, 0x00, 0x08]))
    expect(answer.json().code).toBe('file_type_refused')
  })
})

test('customers are checked first, then brought in, each line once, and the counts add up', async () => {
  const { db } = server.deps.database
  const company = await createCompany(server.deps, { name: `Loja ${newId().slice(-6)}` })
  const twin = [
    await createCompany(server.deps, { name: 'Duas Lojas' }),
    await createCompany(server.deps, { name: 'Duas Lojas' }),
  ]
  const known = await createUser(server.deps, { name: 'Old Name', locale: 'pt' })
  const same = await createUser(server.deps, { name: 'Same Name' })
  const staff = await createUser(server.deps, { role: 'support' })
  const fresh = `${newId()}@example.test`
  const rows = [
    `New Person;${fresh.toUpperCase()};${company.name};admin`,
    `New Name;${known.email};${company.id};`,
    `Same Name;${same.email};;`,
    `Twice;${fresh};;`,
    `Staff;${staff.email};;`,
    `;${newId()}@example.test;;`,
    'No Address;nowhere;;',
    `Lost;${newId()}@example.test;No such company;`,
    `Twin;${newId()}@example.test;${twin[0]?.name};`,
    `Chief;${newId()}@example.test;;chief`,
  ]
  const answer = await upload(`name;email;company;role\r\n${rows.join('\r\n')}\r\n`)
  expect([answer.statusCode, answer.json().state]).toEqual([201, 'checking'])
  const { id } = answer.json()
  expect((await admin.post(`/api/v1/admin/user-imports/${id}/start`)).json().code).toBe('state_invalid')
  await settle()
  const counts = { created: 1, updated: 1, unchanged: 1, skipped: 2, failed: 5 }
  const checked = await read(id)
  expect(checked).toMatchObject({ state: 'checked', rows: 10, counts })
  expect(checked.problems.map((problem) => [problem.line, problem.code])).toEqual([
    [5, 'email_twice'],
    [6, 'staff_account'],
    [7, 'name_missing'],
    [8, 'email_invalid'],
    [9, 'company_unknown'],
    [10, 'company_ambiguous'],
    [11, 'role_unknown'],
  ])
  expect(await db.$count(users, eq(users.email, fresh)), 'the check changes nothing').toBe(0)
  const before = await mails()

  expect((await admin.post(`/api/v1/admin/user-imports/${id}/start`)).statusCode).toBe(202)
  await admin.post(`/api/v1/admin/user-imports/${id}/start`)
  await settle()
  const done = await read(id)
  expect(done).toMatchObject({ state: 'finished', rows: 10, counts })
  expect(sum(done)).toBe(done.rows)
  expect(await mails(), 'one mail for the one who is new').toBe(before + 1)
  const [made] = await db.select().from(users).where(eq(users.email, fresh))
  const members = await db.select().from(companyMembers).where(eq(companyMembers.companyId, company.id))
  expect(members.map(({ userId, role }) => [userId, role]).sort()).toEqual(
    [
      [made?.id, 'admin'],
      [known.id, 'member'],
    ].sort(),
  )
  const [renamed] = await db.select().from(users).where(eq(users.id, known.id))
  expect(renamed?.name).toBe('New Name')

  const again = (await upload(`name;email;company;role\r\n${rows.join('\r\n')}\r\n`, 'no')).json()
  await settle()
  expect((await read(again.id)).counts).toEqual({ ...counts, created: 0, updated: 0, unchanged: 3 })
})
