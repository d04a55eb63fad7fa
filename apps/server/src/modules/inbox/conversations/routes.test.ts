import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import {
  deliver,
  inboundBody,
  type Line,
  somePhone,
  textContent,
  type Writer,
  whenProcessed,
} from '#server/test/webhooks.ts'

let t: TestApp
let processor: Processor
let admin: { headers: { cookie: string }; user: { id: string; name: string }; company: { id: string } }
let line: Line
let channelId: string

beforeAll(async () => {
  t = await buildTestApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const { account, channel } = await createChannel(t.deps, admin.company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
  channelId = channel.id
})

type Headers = { cookie: string }
const call = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  url: string,
  payload?: object,
  headers: Headers = admin.headers,
) => t.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
const list = async (query = '', headers?: Headers): Promise<ConversationSummary[]> =>
  (await call('GET', `/conversations${query}`, undefined, headers)).json().data
const receive = async (from: Writer, text: string, at?: number) => {
  await deliver(t.app, t.deps, inboundBody(line, from, textContent(text), at === undefined ? {} : { at }))
  await whenProcessed(t.deps)
  const [conversation] = await list('?status=all&limit=1')
  return conversation as ConversationSummary
}
const member = async (fields: Parameters<typeof addMember>[3] = {}) => {
  const user = await createUser(t.deps, { name: 'Bia' })
  await addMember(t.deps, admin.company.id, user.id, { role: 'member', ...fields })
  return { user, headers: await signIn(t.deps, user.id, admin.company.id) }
}
const timeline = async (id: string): Promise<Message[]> =>
  (await call('GET', `/conversations/${id}/messages`)).json().data
const kinds = async (id: string) =>
  (await timeline(id)).flatMap((m) => (m.direction === 'event' ? [m.payload['kind']] : []))

describe('the list', () => {
  it('pages through everything once, newest first, whatever arrives meanwhile', async () => {
    const now = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 5; i++) await receive({ phone: somePhone(), name: `C${i}` }, `${i}`, now - 100 + i)
    const first = (await call('GET', '/conversations?limit=2')).json()
    await receive({ phone: somePhone(), name: 'Nova' }, 'nova')
    const second = (await call('GET', `/conversations?limit=2&cursor=${first.page.next}`)).json()
    const third = (await call('GET', `/conversations?limit=2&cursor=${second.page.next}`)).json()
    const names = [first, second, third].flatMap((p) => p.data.map((c: ConversationSummary) => c.contact.displayName))
    expect(names).toEqual(['C4', 'C3', 'C2', 'C1', 'C0'])
    expect(third.page).toEqual({ next: null, has_more: false })
  })

  it('refuses a cursor that it did not make', async () => {
    expect((await call('GET', '/conversations?cursor=abc')).statusCode).toBe(422)
  })

  it('finds people by part of a name without accents, and by a phone however it is written', async () => {
    await receive({ phone: '5511987654321', name: 'José Conceição' }, 'oi')
    await receive({ phone: somePhone(), name: 'Outra' }, 'oi')
    const phones = ['+55 11 98765-4321', '551187654321', '(11) 98765-4321', '11 8765 4321', '011 98765.4321', '7654']
    for (const search of ['conceicao', 'JOSÉ', ...phones, '+55 (0)11 98765–4321', '0055 11 98765 4321', '98765-4321']) {
      const found = await list(`?search=${encodeURIComponent(search)}`)
      expect([search, found.map((c) => c.contact.displayName)]).toEqual([search, ['José Conceição']])
    }
    expect(await list('?search=100%25')).toEqual([])
  })

  it('filters by view, status, channel and unread, counts the same, and sorts by waiting', async () => {
    const one = await receive({ phone: somePhone(), name: 'Um' }, 'a', Math.floor(Date.now() / 1000) - 50)
    const two = await receive({ phone: somePhone(), name: 'Dois' }, 'b')
    await call('PUT', `/conversations/${one.id}/assignment`, { assigneeId: admin.user.id })
    await call('PUT', `/conversations/${two.id}/read`, { read: true })
    const ids = async (query: string) => (await list(query)).map((c) => c.id)
    expect(await ids('?view=mine')).toEqual([one.id])
    expect(await ids('?view=unassigned')).toEqual([two.id])
    expect(await ids('?unread=true')).toEqual([one.id])
    expect(await ids('?sort=waiting')).toEqual([one.id, two.id])
    expect(await ids(`?channelId=${channelId}&assigneeId=${admin.user.id}`)).toEqual([one.id])
    const counts = async () => (await call('GET', '/conversations/counts')).json()
    const none = {
      mine: 0,
      unassigned: 0,
      team: 0,
      mentions: 0,
      failed: 0,
      snoozed: 0,
      pending: 0,
      all: 0,
      unread: 0,
      resolved: 0,
    }
    expect(await counts()).toEqual({ ...none, mine: 1, unassigned: 1, all: 2, unread: 1 })
    await call('PUT', `/conversations/${one.id}/status`, { status: 'resolved' })
    expect(await ids('?status=resolved')).toEqual([one.id])
    expect(await counts()).toEqual({ ...none, unassigned: 1, all: 1, resolved: 1 })
  })
})

describe('the timeline', () => {
  it('pages both ways by cursor', async () => {
    const phone = somePhone()
    const now = Math.floor(Date.now() / 1000)
    for (let i = 0; i < 5; i++) await receive({ phone }, `${i}`, now - 10 + i)
    const [conversation] = await list()
    const page = async (query: string) =>
      (await call('GET', `/conversations/${conversation?.id}/messages?${query}`)).json()
    const bodies = (p: { data: Message[] }) => p.data.map((m) => m.body)
    const newest = await page('limit=2')
    expect([bodies(newest), newest.page.has_before, newest.page.has_after]).toEqual([['3', '4'], true, false])
    const before = await page(`limit=2&before=${newest.page.before}`)
    expect([bodies(before), before.page.has_before]).toEqual([['1', '2'], true])
    const oldest = await page(`limit=2&before=${before.page.before}`)
    expect([bodies(oldest), oldest.page.has_before]).toEqual([['0'], false])
    const after = await page(`limit=3&after=${oldest.page.after}`)
    expect([bodies(after), after.page.has_after]).toEqual([['1', '2', '3'], true])
    const nothing = await page(`after=${newest.page.after}`)
    expect([bodies(nothing), nothing.page.has_after]).toEqual([[], false])
  })

  it('answers named messages of the conversation only', async () => {
    const mine = await receive({ phone: somePhone() }, 'a')
    const other = await receive({ phone: somePhone() }, 'b')
    const ids = [...(await timeline(mine.id)), ...(await timeline(other.id))].map((m) => m.id)
    const answer = await call('GET', `/conversations/${mine.id}/messages/by-id?ids=${ids.join(',')}`)
    expect(answer.json().data.map((m: Message) => m.body)).toEqual(['a'])
  })
})

describe('assigning', () => {
  it('is written in the timeline once, however often it is asked for at once', async () => {
    const { id } = await receive({ phone: somePhone() }, 'oi')
    const { user } = await member()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('PUT', `/conversations/${id}/assignment`, { assigneeId: user.id })),
    )
    expect(answers.map((a) => a.json().assignee.name)).toEqual(Array(5).fill('Bia'))
    expect(await kinds(id)).toEqual(['assigned'])
    const line = (await timeline(id)).find((m) => m.direction === 'event')
    expect(line).toMatchObject({ author: { id: admin.user.id }, payload: { to: { name: 'Bia' } } })
    await call('PUT', `/conversations/${id}/assignment`, { assigneeId: null })
    expect(await kinds(id)).toEqual(['assigned', 'unassigned'])
  })

  it('to others needs to be allowed; taking and leaving does not', async () => {
    const { id } = await receive({ phone: somePhone() }, 'oi')
    const { user, headers } = await member()
    const assign = (assigneeId: string | null) =>
      call('PUT', `/conversations/${id}/assignment`, { assigneeId }, headers)
    expect((await assign(user.id)).statusCode).toBe(200)
    expect((await assign(null)).statusCode).toBe(200)
    expect((await assign(admin.user.id)).statusCode).toBe(403)
    const stranger = await createUser(t.deps)
    expect((await call('PUT', `/conversations/${id}/assignment`, { assigneeId: stranger.id })).statusCode).toBe(422)
  })

  it('offers the members of the company', async () => {
    await member()
    const { data } = (await call('GET', '/conversations/assignees')).json()
    expect(data.map((p: { name: string }) => p.name)).toEqual(['Bia', 'Test Person'])
  })
})

describe('resolving and reading', () => {
  it('does each once when two people act at once', async () => {
    const { id } = await receive({ phone: somePhone() }, 'oi')
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('PUT', `/conversations/${id}/status`, { status: 'resolved' })),
    )
    expect(answers.map((a) => [a.statusCode, a.json().status])).toEqual(Array(3).fill([200, 'resolved']))
    await Promise.all([1, 2].map(() => call('PUT', `/conversations/${id}/status`, { status: 'open' })))
    expect(await kinds(id)).toEqual(['resolved', 'reopened'])
  })

  it('refuses to reopen beside another open conversation with the same person', async () => {
    const phone = somePhone()
    const old = await receive({ phone }, 'a')
    await call('PUT', `/conversations/${old.id}/status`, { status: 'resolved' })
    await t.deps.database.pool.query(`update conversations set resolved_at = now() - interval '9 days' where id = $1`, [
      old.id,
    ])
    await receive({ phone }, 'b')
    const answer = await call('PUT', `/conversations/${old.id}/status`, { status: 'open' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'state_invalid'])
  })

  it('marks as read and as unread, and tells the other browsers', async () => {
    const { id } = await receive({ phone: somePhone() }, 'oi')
    const changes: string[] = []
    const stop = t.deps.bus.subscribe('changes', ({ change }) =>
      changes.push(`${change.event} ${change.conversationIds}`),
    )
    expect((await call('PUT', `/conversations/${id}/read`, {})).json().unreadCount).toBe(0)
    expect((await call('PUT', `/conversations/${id}/read`, { read: true })).json().unreadCount).toBe(0)
    expect((await call('PUT', `/conversations/${id}/read`, { read: false })).json().unreadCount).toBe(1)
    stop()
    expect(changes).toEqual(Array(2).fill(`conversation.updated ${id}`))
  })
})

describe('starting', () => {
  const begin = (phone: string, headers?: Headers, name?: string) =>
    call('POST', '/conversations', { channelId, phone, ...(name && { name }) }, headers)

  it('makes one conversation for all spellings of a number, and finds it when the customer answers', async () => {
    const spellings = ['+55 (11) 98765-4321', '11 98765-4321', '5511987654321', '+55 11 8765-4321']
    const answers = await Promise.all(spellings.map((phone) => begin(phone, undefined, 'Ana Nova')))
    expect(answers.map((a) => a.statusCode)).toEqual(Array(4).fill(201))
    expect(new Set(answers.map((a) => a.json().id)).size).toBe(1)
    const { id } = await receive({ phone: '551187654321', name: 'Perfil' }, 'oi')
    expect(id).toBe(answers[0]?.json().id)
    const [conversation] = await list()
    expect(conversation).toMatchObject({ contact: { displayName: 'Ana Nova' }, windowExpiresAt: expect.any(String) })
  })

  it('takes up the last conversation again, however old', async () => {
    const { id } = await receive({ phone: '5511987654321' }, 'oi')
    await call('PUT', `/conversations/${id}/status`, { status: 'resolved' })
    await t.deps.database.pool.query(
      `update conversations set resolved_at = now() - interval '90 days' where id = $1`,
      [id],
    )
    expect((await begin('+5511987654321')).json()).toMatchObject({ id, status: 'open' })
    expect(await kinds(id)).toEqual(['resolved', 'reopened'])
  })

  it('refuses what is no phone number and channels of others', async () => {
    expect((await begin('123456')).statusCode).toBe(422)
    const other = await createSignedIn(t.deps)
    expect((await begin('+5511987654321', other.headers)).statusCode).toBe(404)
  })
})

describe('recipients of a new conversation', () => {
  const found = async (search: string, headers?: Headers) =>
    (
      await call(
        'GET',
        `/conversations/recipients?channelId=${channelId}&search=${encodeURIComponent(search)}`,
        undefined,
        headers,
      )
    ).json()

  it('are found by name and by a number in any notation, with the existing conversation', async () => {
    const { id, contact } = await receive({ phone: '5511987654321', name: 'José Conceição' }, 'oi')
    for (const search of ['conceicao', '(11) 98765-4321', '+55 11 8765-4321', '011 98765 4321']) {
      const { data, number } = await found(search)
      expect([search, data, number]).toMatchObject([
        search,
        [{ contactId: contact.id, displayName: 'José Conceição', conversations: [{ id, channelId, hidden: false }] }],
        null,
      ])
    }
  })

  it('include a number without a contact, with the price of a message', async () => {
    const { data, number } = await found('(81) 98888-7766')
    expect(data).toEqual([])
    expect(number).toMatchObject({ phone: '+5581988887766' })
    const price = { category: 'marketing', currency: 'BRL', ratesFrom: '2026-10-01' }
    expect(number.prices).toContainEqual(expect.objectContaining(price))
    expect((await found('+1 415 555 2671')).number).toEqual({ phone: '+14155552671', prices: [] })
    expect((await found('123')).number).toBeNull()
  })

  it('with a masked number can be written to as contacts, in one conversation only', async () => {
    const { id, contact } = await receive({ phone: '5511987654321', name: 'Ana' }, 'oi')
    const { headers } = await member()
    expect((await found('ana', headers)).data).toMatchObject([{ contactId: contact.id, phone: '+5511•••••••21' }])
    const begun = await call('POST', '/conversations', { channelId, contactId: contact.id }, headers)
    expect([begun.statusCode, begun.json().id]).toEqual([201, id])
    const both = { channelId, contactId: contact.id, phone: '+5511987654321' }
    expect((await call('POST', '/conversations', both)).statusCode).toBe(422)
  })

  it('show that a conversation exists that the member may not see, and no details of it', async () => {
    const { id } = await receive({ phone: '5511987654321', name: 'Ana' }, 'oi')
    await call('PUT', `/conversations/${id}/assignment`, { assigneeId: admin.user.id })
    const { headers } = await member({ visibility: 'assigned' })
    const [{ conversations }] = (await found('ana', headers)).data
    expect(conversations).toEqual([{ hidden: true, channelId }])
  })

  it('are written to at the displayed number after a merge, and found by either number', async () => {
    const [shown, other] = [somePhone(), somePhone()]
    const { id, contact } = await receive({ phone: shown, name: 'Ana' }, 'oi')
    const second = await receive({ phone: other, name: 'Ana II' }, 'oi')
    const joined = [contact.id, second.contact.id]
    const { pool } = t.deps.database
    await pool.query('update contact_identities set contact_id = $1 where contact_id = $2', joined)
    await pool.query('update conversations set contact_id = $1 where contact_id = $2', joined)
    await pool.query('update contacts set phone = null, deleted_at = now(), merged_into_id = $1 where id = $2', joined)
    await pool.query('update contact_identities set updated_at = now() where phone = $1', [shown])
    for (const search of ['ana', `+${shown}`, `+${other}`]) {
      const { data, number } = await found(search)
      const expected = [{ contactId: contact.id, phone: `+${shown}`, conversations: [{ id }] }]
      expect([search, data, number]).toMatchObject([search, expected, null])
    }
    const begun = await call('POST', '/conversations', { channelId, contactId: contact.id })
    expect(begun.json()).toMatchObject({ id })
  })
})

describe('who sees what', () => {
  it('hides from a limited member everything that is not assigned to them', async () => {
    const limited = await member({ visibility: 'assigned' })
    const hidden = await receive({ phone: somePhone(), name: 'Escondida' }, 'a')
    const seen = await receive({ phone: somePhone(), name: 'Visível' }, 'b')
    await call('PUT', `/conversations/${seen.id}/assignment`, { assigneeId: limited.user.id })
    const as = (method: 'GET' | 'PUT', url: string, payload?: object) => call(method, url, payload, limited.headers)
    expect((await list('?status=all', limited.headers)).map((c) => c.id)).toEqual([seen.id])
    expect(await list('?search=escondida', limited.headers)).toEqual([])
    expect((await as('GET', '/conversations/counts')).json()).toMatchObject({
      mine: 1,
      unassigned: 0,
      all: 1,
      unread: 1,
    })
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/messages'],
      ['GET', `/messages/by-id?ids=${hidden.id}`],
      ['PUT', '/status', { status: 'resolved' }],
      ['PUT', '/read', { read: true }],
      ['PUT', '/assignment', { assigneeId: limited.user.id }],
    ] as const) {
      expect([path, (await as(method, `/conversations/${hidden.id}${path}`, body)).statusCode]).toEqual([path, 404])
      const own = (await as(method, `/conversations/${seen.id}${path}`, body)).statusCode
      expect([path, own]).toEqual([path, 200])
    }
  })

  it("knows nothing of another company's conversations and contacts", async () => {
    const { id, contact } = await receive({ phone: somePhone() }, 'a')
    const other = await createSignedIn(t.deps)
    const as = (method: 'GET' | 'PUT' | 'PATCH', url: string, body?: object) => call(method, url, body, other.headers)
    const answers = await Promise.all([
      as('GET', `/conversations/${id}`),
      as('GET', `/conversations/${id}/messages`),
      as('PUT', `/conversations/${id}/status`, { status: 'resolved' }),
      as('PUT', `/conversations/${id}/read`, {}),
      as('PUT', `/conversations/${id}/assignment`, { assigneeId: other.user.id }),
      as('GET', `/contacts/${contact.id}`),
      as('PATCH', `/contacts/${contact.id}`, { version: 1, name: 'x' }),
    ])
    expect(answers.map((a) => a.statusCode)).toEqual(Array(7).fill(404))
    expect(await list('?status=all', other.headers)).toEqual([])
  })

  it('masks phones and addresses for members without the right to see them', async () => {
    const { contact } = await receive({ phone: '5511987654321', name: 'Ana' }, 'a')
    const email = 'joana@exemplo.com.br'
    await call('PATCH', `/contacts/${contact.id}`, { version: 1, email, tags: ['vip', 'vip'] })
    const { headers } = await member()
    const masked = (await call('GET', `/contacts/${contact.id}`, undefined, headers)).json()
    expect(masked).toMatchObject({ phone: '+5511•••••••21', email: 'j•••@e•••.br', tags: ['vip'] })
    expect((await list('', headers))[0]?.contact.phone).toBe('+5511•••••••21')
    await call('PATCH', `/contacts/${contact.id}`, { version: masked.version, notes: 'liga à tarde' }, headers)
    const card = (await call('GET', `/contacts/${contact.id}`)).json()
    expect(card).toMatchObject({ phone: '+5511987654321', email, notes: 'liga à tarde' })
    const blind = { version: card.version, email: 'outra@exemplo.com.br' }
    const refused = await call('PATCH', `/contacts/${contact.id}`, blind, headers)
    expect([refused.statusCode, refused.json().errors]).toMatchObject([422, [{ path: 'email' }]])
  })

  it('keeps the raw form of an unknown message, which names its sender, from them too', async () => {
    const phone = somePhone()
    await deliver(t.app, t.deps, inboundBody(line, { phone }, { type: 'hologram', hologram: { id: '1' } }))
    await whenProcessed(t.deps)
    const [conversation] = await list()
    const { headers } = await member()
    const url = `/conversations/${conversation?.id}/messages`
    expect((await call('GET', url)).body).toContain(phone)
    const limited = await call('GET', url, undefined, headers)
    expect(limited.body).not.toContain(phone)
    expect(limited.json().data[0].payload.unsupported).toMatchObject({ type: 'hologram' })
  })

  it('counts only their own unread messages for members limited to what is assigned to them', async () => {
    const { id } = await receive({ phone: somePhone() }, 'a')
    await receive({ phone: somePhone() }, 'b')
    const { user, headers } = await member({ visibility: 'assigned' })
    const unread = async () =>
      (await call('GET', '/companies/my-companies', undefined, headers)).json().companies[0].unread
    expect(await unread()).toBe(0)
    await call('PUT', `/conversations/${id}/assignment`, { assigneeId: user.id })
    expect(await unread()).toBe(1)
  })
})
