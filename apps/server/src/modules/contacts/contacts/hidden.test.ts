import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let agent: { cookie: string }

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
  agent = await signIn(t.deps, user.id, admin.company.id)
})

const call = (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object, headers = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
const create = async (body: object, headers = admin.headers): Promise<ContactCard> => {
  const answer = await call('POST', '/contacts', body, headers)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().contact
}
const card = async (id: string): Promise<ContactCard> => (await call('GET', `/contacts/${id}`)).json()
const define = (fields: Partial<typeof contactAttributes.$inferInsert> = {}) =>
  t.deps.database.db.insert(contactAttributes).values({
    ...{ id: newId(), companyId: admin.company.id, key: 'salary', type: 'text', label: { en: 's', pt: 's' } },
    ...fields,
  })
const makeSensitive = () =>
  t.deps.database.db
    .update(contactAttributes)
    .set({ sensitive: true })
    .where(eq(contactAttributes.companyId, admin.company.id))

describe('for those who do not see sensitive fields, these', () => {
  it('are neither filled in nor asked for when they make a contact, and have their defaults', async () => {
    await define({ sensitive: true, unique: true, required: true })
    await define({ key: 'risk', sensitive: true, default: 'low' })
    await create({ name: 'Ana', attributes: { salary: '9000' } })
    const guesses = await Promise.all(
      ['9000', '1'].map((salary) => call('POST', '/contacts', { name: 'Bia', attributes: { salary } }, agent)),
    )
    expect(guesses.map((one) => one.json().errors)).toEqual(
      guesses.map(() => [expect.objectContaining({ path: 'attributes.salary', code: 'invalid' })]),
    )
    const { id } = await create({ name: 'Bia' }, agent)
    expect((await card(id)).attributes).toEqual({ risk: 'low' })
  })

  it('are in no conflict of a merge, nor chosen by it: the contact that stays keeps its own', async () => {
    await define({ sensitive: true })
    const one = await create({ name: 'Ana', document: '529.982.247-25', attributes: { salary: '9000' } })
    const two = await create({ name: 'Ana', document: '111.444.777-35', attributes: { salary: '1' } })
    const preview = (headers: { cookie: string }) =>
      call('GET', `/contacts/${one.id}/merge-preview?otherId=${two.id}`, undefined, headers).then((all) => all.json())
    expect(await preview(admin.headers)).toMatchObject({ conflicts: ['document'], attributeConflicts: ['salary'] })
    expect(await preview(agent)).toMatchObject({ conflicts: [], attributeConflicts: [] })
    const fields = { document: 'other', attributes: { salary: 'other' } }
    expect((await call('POST', `/contacts/${one.id}/merges`, { otherId: two.id, fields }, agent)).statusCode).toBe(201)
    expect(await card(one.id)).toMatchObject({ document: '529.982.247-25', attributes: { salary: '9000' } })
  })

  it('show no values in changes of many, nor in what a contact was before the field became one', async () => {
    await define()
    const { id } = await create({ name: 'Ana' })
    const change = { type: 'attribute', key: 'salary', value: '9000' }
    const made = await call('POST', '/contact-changes', { selection: { ids: [id] }, change })
    expect(made.statusCode, made.body).toBeLessThan(300)
    const read = async (headers: { cookie: string }) => [
      (await call('GET', '/contact-changes', undefined, headers)).body,
      (await call('GET', `/contacts/${id}/timeline`, undefined, headers)).body,
    ]
    for (const body of await read(agent)) expect(body).toContain('9000')
    await makeSensitive()
    for (const body of await read(agent)) {
      expect(body).toContain('salary')
      expect(body).not.toContain('9000')
    }
    for (const body of await read(admin.headers)) expect(body).toContain('9000')
    await t.deps.database.db.delete(contactAttributes).where(eq(contactAttributes.companyId, admin.company.id))
    for (const body of await read(agent)) expect(body).not.toContain('9000')
  })
})

describe('for those who see no phones and e-mails, these', () => {
  const phone = '5511987650001'
  const is = (field: string, operator: string, value: unknown) => ({ field, operator, value })
  const tree = (...children: object[]) => ({ value: 'OR', children })
  const preview = (filter: object) => call('POST', '/segments/preview', { filter }, agent)

  it('are looked up one at a time, so that no list of numbers finds the digits that are hidden', async () => {
    await create({ name: 'Ana', phones: [`+${phone}`] })
    expect((await preview(tree(is('phone', 'EQUAL', phone)))).json().count).toBe(1)
    const refused = [
      tree(is('phone', 'IN', [phone])),
      tree(is('email', 'NOT_IN', ['ana@exemplo.com.br'])),
      tree(is('phone', 'EQUAL', phone), is('phone', 'EQUAL', '5511987650002')),
      tree(is('phone', 'EQUAL', phone), tree(is('email', 'NOT_EQUAL', 'ana@exemplo.com.br'))),
    ]
    for (const filter of refused) expect((await preview(filter)).statusCode).toBe(422)
  })

  it('are not read from the conditions of a segment that others share', async () => {
    const filter = tree(is('phone', 'IN', [phone]), is('name', 'EQUAL', 'Ana'))
    const made = await call('POST', '/segments', { name: 'Ana', filter, shared: true })
    expect(made.statusCode, made.body).toBe(201)
    const [seen] = (await call('GET', '/segments', undefined, agent)).json().data
    expect(seen).toMatchObject({
      filter: tree(is('phone', 'IN', '•••'), is('name', 'EQUAL', 'Ana')),
      ...{ problems: [], editable: false },
    })
    expect(JSON.stringify(seen)).not.toContain(phone)
  })
})

describe('the list of contacts by name, of people without names', () => {
  const listed = async (headers: { cookie: string }) => {
    const ids: string[] = []
    const cursors: string[] = []
    for (let cursor = ''; ids.length < 10; ) {
      const path = `/contacts?sort=name&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
      const { data, page } = (await call('GET', path, undefined, { ...admin.headers, ...headers })).json()
      ids.push(...data.map(({ id }: { id: string }) => id))
      if (!page.next) return { ids, cursors }
      cursor = page.next
      cursors.push(
        Buffer.from(cursor, 'base64url').toString('utf8') + Buffer.from(cursor.split('.').at(-1) ?? '', 'base64url'),
      )
    }
    throw new Error('the list does not end')
  }

  it('goes on from page to page, and tells no phone to whoever may not see it', async () => {
    const phones = ['5581988880001', '5581988880002', '5581988880003']
    for (const phone of phones) await create({ phones: [phone] })
    const all = await listed({ cookie: admin.headers.cookie })
    expect(all.ids).toHaveLength(3)
    expect(all.cursors.join()).toContain(phones[0])
    const seen = await listed(agent)
    expect(seen.ids).toEqual(all.ids)
    for (const phone of phones) expect(seen.cursors.join()).not.toContain(phone.slice(4))
  })

  it('takes no cursor that somebody made up', async () => {
    const made = Buffer.from(JSON.stringify({ id: newId(), key: '5581' })).toString('base64url')
    expect(
      (await call('GET', `/contacts?sort=name&cursor=${made}`, undefined, { ...admin.headers, ...agent })).statusCode,
    ).toBe(422)
  })
})
