import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { dailyQuotas } from '@recado/contracts/shared/quotas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

const documents = ['', '529.982.247-25', '111.444.777-35']

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let agent: { cookie: string }
let agentId: string

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
  agentId = user.id
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

  const lookedUp = async (amount: number) => {
    const [subject, day] = [`contactLookups person ${agentId}`, t.deps.now().toISOString().slice(0, 10)]
    await t.deps.database.pool.query(
      `insert into quota_uses (subject, day, used) values ($1, $2, $3)
        on conflict (subject, day) do update set used = excluded.used`,
      [subject, day, amount],
    )
  }
  const limit = dailyQuotas.contactLookups.person
  const refusal = (of: string) => ({ code: 'quota_exceeded', data: { quota: 'contactLookups', of, limit } })
  const guess = (n: number) => `+55 11 98765-${String(n).padStart(4, '0')}`

  it('are looked up so many times a day, wherever that is, and the same one again for nothing', async () => {
    const { id } = await create({ name: 'Ana', phones: [`+${phone}`], emails: ['ana@exemplo.com.br'] })
    const { channel } = await createChannel(t.deps, admin.company.id)
    const get = (path: string) => call('GET', path, undefined, agent)
    const text = (n: number) => encodeURIComponent(guess(n))
    const bia = (await create({ name: 'Bia' }, agent)).id
    const ways: [string, (n: number) => ReturnType<typeof call>][] = [
      ['filter', (n) => preview(tree(is('phone', 'EQUAL', guess(n))))],
      [
        'list',
        (n) =>
          get(
            `/contacts?filter=${encodeURIComponent(JSON.stringify(tree(is('email', 'EQUAL', `a${n}@exemplo.com`))))}`,
          ),
      ],
      [
        'segment',
        (n) => call('POST', '/segments', { name: `S${n}`, filter: tree(is('phone', 'EQUAL', guess(n))) }, agent),
      ],
      ['search', (n) => get(`/contacts?search=${text(n)}`)],
      ['search by e-mail', (n) => get(`/contacts?search=a${n}@exemplo.com`)],
      ['conversations', (n) => get(`/conversations?search=${text(n)}`)],
      ['messages', (n) => get(`/search/messages?q=${encodeURIComponent(`from:a${n}@exemplo.com`)}`)],
      ['message log', (n) => get(`/messages?contact=${text(n)}`)],
      ['recipients', (n) => get(`/conversations/recipients?search=${text(n)}&channelId=${channel.id}`)],
      ['new contact', (n) => call('POST', '/contacts', { name: 'Caio', phones: [guess(n)] }, agent)],
      ['new document', (n) => call('POST', '/contacts', { name: `Davi ${n}`, document: documents[n % 10] }, agent)],
      ['change', (n) => call('PATCH', `/contacts/${bia}`, { version: 1, phones: [guess(n)] }, agent)],
      ['conversation', (n) => call('POST', '/conversations', { channelId: channel.id, phone: guess(n) }, agent)],
    ]
    for (const [index, [way, ask]] of ways.entries()) {
      await lookedUp(limit - 1)
      const first = await ask(10 * index + 1)
      expect(first.statusCode, `${way}: ${first.body}`).toBeLessThan(300)
      const refused = await ask(10 * index + 2)
      expect(refused.json(), way).toMatchObject(refusal('person'))
      expect(Number(refused.headers['retry-after']), way).toBeGreaterThan(0)
    }
    expect((await get(`/contacts?search=${text(2)}`)).statusCode).toBe(429)
    await lookedUp(limit - 1)
    for (let time = 0; time < 3; time++) expect((await get(`/contacts?search=${text(907)}`)).statusCode).toBe(200)
    expect((await get(`/contacts?search=${text(908)}`)).statusCode).toBe(429)
    expect((await get('/contacts?search=Ana')).json().data.map((one: ContactCard) => one.id)).toEqual([id])
    expect((await call('GET', `/contacts?search=${text(908)}`)).statusCode).toBe(200)
  })

  it('count when the answer is a refusal, which says that someone has the number', async () => {
    await create({ name: 'Ana', phones: [guess(1)] })
    const bia = await create({ name: 'Bia' }, agent)
    const change = (n: number) => call('PATCH', `/contacts/${bia.id}`, { version: 1, phones: [guess(n)] }, agent)
    await lookedUp(limit - 1)
    expect((await change(1)).statusCode).toBe(422)
    expect((await change(2)).json()).toMatchObject(refusal('person'))
  })

  it('are not found by their end', async () => {
    await create({ name: 'Ana', phones: [guess(21)] })
    for (const end of ['0021', '021', '21', '5-0021', '650021'])
      expect((await call('GET', `/contacts?search=${end}`, undefined, agent)).json().data, end).toEqual([])
  })

  it('are not read from views that others share, nor from those that one may change', async () => {
    const { rows } = await t.deps.database.pool.query(
      `update company_members set grants = '{team.lead}' where user_id = $1 returning user_id`,
      [agentId],
    )
    expect(rows).toHaveLength(1)
    await define({ sensitive: true })
    const share = async (page: string, search: object) => {
      const made = await call('POST', '/views', { page, name: page, search, shared: true })
      expect(made.statusCode, made.body).toBe(201)
      return made.json().id
    }
    const filter = (field: string, value: string) => ({ filter: JSON.stringify(tree(is(field, 'EQUAL', value))) })
    const hidden = [
      await share('contacts', { search: '(11) 98765-0001' }),
      await share('contacts', filter('phone', phone)),
      await share('contacts', filter('attributes.salary', '9000')),
      await share('chat', { search: 'ana@exemplo.com.br' }),
      await share('messages', { contact: '5511987650001' }),
    ]
    const open = [
      await share('contacts', { search: 'Ana 2026', createdFrom: '2026-01-01' }),
      await share('contacts', filter('name', 'Ana')),
      await share('chat', { search: '@ana' }),
    ]
    const seen = async (headers = admin.headers as { cookie: string }) => {
      const ids: string[] = []
      for (const page of ['contacts', 'chat', 'messages'])
        ids.push(
          ...(await call('GET', `/views?page=${page}`, undefined, { ...admin.headers, ...headers }))
            .json()
            .data.map(({ id }: { id: string }) => id),
        )
      return ids.toSorted()
    }
    expect(await seen()).toEqual([...hidden, ...open].toSorted())
    expect(await seen(agent)).toEqual(open.toSorted())
    for (const id of hidden)
      expect((await call('PATCH', `/views/${id}`, { version: 1, name: 'Mine' }, agent)).statusCode).toBe(404)
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
  const listed = async (sort: string, headers: { cookie: string }) => {
    const ids: string[] = []
    const cursors: string[] = []
    for (let cursor = ''; ids.length < 10; ) {
      const path = `/contacts?sort=${sort}&limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
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

  it('comes to them last, in the order in which they were added, and tells no phone', async () => {
    const phones = ['5581988880003', '5581988880001', '5581988880002']
    const nameless: string[] = []
    for (const phone of phones) nameless.push((await create({ phones: [phone] })).id)
    const [zoe, ana] = [await create({ name: 'Zoe' }), await create({ name: 'Ana' })]
    const all = await listed('name', admin.headers)
    expect(all.ids).toEqual([ana.id, zoe.id, ...nameless])
    expect(await listed('name', agent)).toEqual(all)
    for (const phone of phones) expect(all.cursors.join()).not.toContain(phone.slice(4))
    expect((await listed('-name', agent)).ids).toEqual([zoe.id, ana.id, ...nameless])
  })
})
