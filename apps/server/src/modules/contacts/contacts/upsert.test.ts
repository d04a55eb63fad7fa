import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createApiKey, createSignedIn } from '#server/test/factories.ts'

let t: TestApp
let home: Awaited<ReturnType<typeof createSignedIn>>
let key: Awaited<ReturnType<typeof createApiKey>>

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  home = await createSignedIn(t.deps)
  key = await createApiKey(t.deps, home.company.id, ['contacts:read', 'contacts:write'])
})

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  t.app.inject({ method, url: `/api/v1/${path}`, headers: key.headers, ...(payload && { payload }) })
const upsert = async (body: object) => {
  const answer = await call('POST', 'contacts/upsert', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const codeOf = (answer: Awaited<ReturnType<typeof call>>) => [answer.statusCode, answer.json().code]

test('a contact is found by its external id, then by a phone, then by its e-mail', async () => {
  const externalId = { source: 'crm', id: 'C-1' }
  const made = await upsert({ externalId, phone: '+5581991230001', name: 'Lia', email: 'lia@example.com' })
  expect(made).toMatchObject({ created: true, contact: { source: 'api', externalIds: [externalId] } })
  const { id } = made.contact
  const byExternal = await upsert({ externalId, organization: 'Padaria' })
  expect(byExternal).toMatchObject({ created: false, contact: { id, name: 'Lia', organization: 'Padaria' } })
  expect((await upsert({ phone: '(81) 99123-0001', jobTitle: 'Compras' })).contact.id).toBe(id)
  expect((await upsert({ email: 'LIA@example.com', lifecycle: '' })).contact.id).toBe(id)
  const other = await upsert({ externalId: { source: 'shop', id: 'C-1' }, name: 'Rui' })
  expect([other.created, other.contact.id === id]).toEqual([true, false])
})

test('what is said is changed; tags, phones and e-mails are added to those that are there', async () => {
  const externalId = { id: 'C-2' }
  await upsert({ externalId, phone: '+5581991230002', name: 'Ana', tags: ['Lead'], attributes: {} })
  const { contact } = await upsert({
    ...{ externalId, phone: '+5581991230003', name: 'Ana Melo', emails: ['ana@example.com'], tags: ['VIP', 'lead'] },
    marketing: 'denied',
  })
  expect(contact).toMatchObject({ name: 'Ana Melo', phone: '+5581991230003', marketing: 'denied' })
  expect(contact.phones).toEqual(['+5581991230003', '+5581991230002'])
  expect(contact.tags.toSorted()).toEqual(['Lead', 'VIP'])
  const again = await upsert({ externalId, phone: '+5581991230002' })
  expect(again.contact.phones).toEqual(contact.phones)
})

test('the same person taken in several times at once is one contact', async () => {
  const body = { externalId: { source: 'crm', id: 'C-3' }, name: 'Zoé' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => upsert(body)))
  expect(new Set(answers.map(({ contact }) => contact.id)).size).toBe(1)
  expect(answers.filter(({ created }) => created)).toHaveLength(1)
})

test('of many each is taken or refused by itself', async () => {
  const { contact } = await upsert({ phone: '+5581991230004', name: 'Rui' })
  const answer = await call('POST', 'contacts/bulk', {
    contacts: [{ phone: '+5581991230004', name: 'Rui Melo' }, { phone: 'no number' }, {}, { phone: '+5581991230005' }],
  })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data } = answer.json()
  expect(
    data.map((one: { created: boolean; error: { code: string } | null }) => [one.created, one.error?.code]),
  ).toEqual([
    [false, undefined],
    [false, 'validation_failed'],
    [false, 'validation_failed'],
    [true, undefined],
  ])
  expect(data[0].id).toBe(contact.id)
  expect(data[1].error.errors[0].path).toBe('phone')
  const many = { contacts: Array.from({ length: 201 }, () => ({ name: 'x' })) }
  expect(codeOf(await call('POST', 'contacts/bulk', many))).toEqual([422, 'validation_failed'])
})

test('whoever is in the bin comes back only when that is asked for', async () => {
  const { contact } = await upsert({ phone: '+5581991230006', name: 'Eva' })
  await t.deps.database.pool.query('update contacts set deleted_at = now() where id = $1', [contact.id])
  const refused = await call('POST', 'contacts/upsert', { phone: '+5581991230006' })
  expect([...codeOf(refused), refused.json().data]).toEqual([409, 'contact_in_bin', { contactId: contact.id }])
  const back = await upsert({ phone: '+5581991230006', restore: true })
  expect(back.contact).toMatchObject({ id: contact.id, deletedAt: null })
})

test('tags and lists of a contact are added and taken away, and filters find them page by page', async () => {
  const list = (await call('POST', 'lists', { name: 'News' })).json()
  const ids: string[] = []
  for (const n of [7, 8, 9]) ids.push((await upsert({ phone: `+558199123000${n}`, name: `N ${n}` })).contact.id)
  for (const id of ids) {
    const tagged = await call('PUT', `contacts/${id}/tags`, { add: ['VIP', 'Lead'] })
    expect(tagged.json().tags.toSorted()).toEqual(['Lead', 'VIP'])
    expect((await call('PUT', `contacts/${id}/lists`, { add: [list.id] })).statusCode).toBe(204)
  }
  expect((await call('PUT', `contacts/${ids[0]}/tags`, { remove: ['lead'] })).json().tags).toEqual(['VIP'])
  const filter = { value: 'AND', children: [{ field: 'name', operator: 'LIKE', value: 'N ' }] }
  const first = (await call('POST', 'contacts/search', { filter, limit: 2 })).json()
  expect(first.data).toHaveLength(2)
  expect(first.data[0].lists).toEqual([{ id: list.id, name: 'News' }])
  const second = (await call('POST', 'contacts/search', { filter, limit: 2, cursor: first.page.next })).json()
  expect([second.data.length, second.page.next]).toEqual([1, null])
  await call('PUT', `contacts/${ids[0]}/lists`, { remove: [list.id] })
  expect((await call('GET', `contacts/${ids[0]}/lists`)).json().data).toEqual([])
})
