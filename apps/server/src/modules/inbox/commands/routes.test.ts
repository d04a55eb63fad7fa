import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { macros } from '#server/db/schema/inbox/macros.ts'
import { newId } from '#server/lib/ids.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createLabel, createTeam } from '#server/test/company-settings.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { deliver, inboundBody, type Line, somePhone, textContent, whenProcessed } from '#server/test/webhooks.ts'
import { wakeSnoozed } from './actions/wake.ts'

let t: TestApp
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>
let line: Line

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
})

type Headers = { cookie: string }
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: Headers = admin.headers) =>
  t.app.inject({ method, url: `/api/v1/conversations${path}`, headers, ...(payload && { payload }) })
const list = async (query = '', headers?: Headers): Promise<ConversationSummary[]> =>
  (await call('GET', query, undefined, headers)).json().data
const ids = async (query = '', headers?: Headers) => (await list(query, headers)).map(({ id }) => id)
const read = async (id: string): Promise<ConversationSummary> => (await call('GET', `/${id}`)).json()
const timeline = async (id: string): Promise<Message[]> => (await call('GET', `/${id}/messages`)).json().data
const lines = async (id: string) =>
  (await timeline(id)).flatMap((m) => (m.direction === 'event' ? [m.payload['kind']] : []))

const seconds = () => Math.floor(Date.now() / 1000)
const receive = async ({ phone = somePhone(), at = seconds() } = {}): Promise<string> => {
  await deliver(t.app, t.deps, inboundBody(line, { phone }, textContent('oi'), { at }))
  await whenProcessed(t.deps)
  const digits = phone.slice(-8)
  return (await list(`?status=all&search=${digits}`))[0]?.id ?? ''
}

const member = async (name: string, fields: Parameters<typeof addMember>[3] = {}) => {
  const user = await createUser(t.deps, { name })
  await addMember(t.deps, admin.company.id, user.id, { role: 'member', ...fields })
  return { id: user.id, headers: await signIn(t.deps, user.id, admin.company.id) }
}
const assign = (id: string, body: object, headers?: Headers) => call('PUT', `/${id}/assignment`, body, headers)
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

describe('sight', () => {
  it('of members limited to their teams is what is theirs and what is in their queues, everywhere', async () => {
    const bia = await member('Bia', { visibility: 'teams' })
    const team = await createTeam(t.deps, admin.company.id, [bia.id])
    const elsewhere = await createTeam(t.deps, admin.company.id, [], 'Outros')
    const [queued, taken, own, foreign, nobodys] = [
      await receive(),
      await receive(),
      await receive(),
      await receive(),
      await receive(),
    ]
    await assign(queued, { teamId: team.id })
    await assign(taken, { teamId: team.id, assigneeId: admin.user.id })
    await assign(own, { assigneeId: bia.id })
    await assign(foreign, { teamId: elsewhere.id })
    const seen = [own, taken, queued]
    expect((await ids('?status=all', bia.headers)).sort()).toEqual([...seen].sort())
    const counts = (await call('GET', '/counts', undefined, bia.headers)).json()
    expect(counts).toMatchObject({ all: 3, mine: 1, team: 2, unassigned: 1, unread: 3 })
    const companies = await t.app.inject({ url: '/api/v1/companies/my-companies', headers: bia.headers })
    expect(companies.json().companies[0].unread).toBe(3)
    const body = { type: 'text', clientKey: newId(), body: 'oi' }
    for (const hidden of [foreign, nobodys]) {
      const answers = [
        await call('GET', `/${hidden}`, undefined, bia.headers),
        await call('GET', `/${hidden}/messages`, undefined, bia.headers),
        await call('GET', `/${hidden}/participants`, undefined, bia.headers),
        await call('PUT', `/${hidden}/following`, { following: true }, bia.headers),
        await call('POST', `/${hidden}/notes`, { clientKey: newId(), body: 'oi' }, bia.headers),
        await call('POST', `/${hidden}/messages`, body, bia.headers),
        await call('PUT', `/${hidden}/snooze`, { until: null }, bia.headers),
      ]
      expect(answers.map((answer) => answer.statusCode)).toEqual(Array(answers.length).fill(404))
    }
    await assign(taken, { teamId: elsewhere.id })
    expect((await call('GET', `/${taken}`, undefined, bia.headers)).statusCode).toBe(404)
  })
})

describe('views', () => {
  it('count what they show, and leave what is put aside out until it is looked for', async () => {
    const team = await createTeam(t.deps, admin.company.id, [admin.user.id])
    const label = await createLabel(t.deps, admin.company.id, 'vip')
    const [mine, free, teamed, aside] = [await receive(), await receive(), await receive(), await receive()]
    await assign(mine, { assigneeId: admin.user.id })
    await assign(teamed, { teamId: team.id })
    await call('PUT', `/${aside}/snooze`, { until: inAnHour() })
    await call('PUT', `/${mine}/labels`, { add: [label.id] })
    await call('PUT', `/${mine}/priority`, { priority: 'urgent' })
    await call('POST', `/${free}/notes`, { clientKey: newId(), body: '@eu', mentions: [admin.user.id] })
    const expected = {
      mine: [mine],
      unassigned: [teamed, free],
      team: [teamed],
      mentions: [free],
      snoozed: [aside],
      pending: [],
      all: [teamed, free, mine],
    }
    const shown = Object.fromEntries(
      await Promise.all(Object.keys(expected).map(async (view) => [view, await ids(`?view=${view}`)])),
    )
    expect(shown).toEqual(expected)
    const counts = (await call('GET', '/counts')).json()
    for (const [view, own] of Object.entries(expected)) expect([view, counts[view]]).toEqual([view, own.length])
    expect(await ids('?status=all')).toEqual([aside, teamed, free, mine])
    expect(await ids(`?labelId=${label.id}`)).toEqual([mine])
    expect(await ids('?priority=urgent')).toEqual([mine])
    expect(await ids(`?teamId=${team.id}`)).toEqual([teamed])
  })

  it('are sorted by priority page by page, each conversation once', async () => {
    const all = [await receive(), await receive(), await receive(), await receive(), await receive()]
    await call('PUT', `/${all[0]}/priority`, { priority: 'high' })
    await call('PUT', `/${all[2]}/priority`, { priority: 'urgent' })
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 3; page++) {
      const answer = (await call('GET', `?sort=priority&limit=2${cursor && `&cursor=${cursor}`}`)).json()
      seen.push(...answer.data.map((c: ConversationSummary) => c.id))
      cursor = answer.page.next ?? ''
    }
    expect([seen, cursor]).toEqual([[all[2], all[0], all[4], all[3], all[1]], ''])
  })
})

describe('putting aside', () => {
  it('ends automatically when its moment comes, once, and is seen as unread', async () => {
    const id = await receive()
    await call('PUT', `/${id}/read`, {})
    expect((await call('PUT', `/${id}/snooze`, { until: inAnHour() })).json()).toMatchObject({ status: 'snoozed' })
    await wakeSnoozed(t.deps)
    expect((await read(id)).status).toBe('snoozed')
    await t.deps.database.pool.query(
      `update conversations set snoozed_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    await Promise.all([wakeSnoozed(t.deps), wakeSnoozed(t.deps)])
    expect(await read(id)).toMatchObject({ status: 'open', snoozedUntil: null, unreadCount: 1 })
    expect(await lines(id)).toEqual(['snoozed', 'woken'])
  })

  it('ends when the customer writes, whatever was waited for', async () => {
    const phone = somePhone()
    const id = await receive({ phone })
    for (const until of [null, inAnHour()]) {
      await call('PUT', `/${id}/snooze`, { until })
      await receive({ phone })
      expect(await read(id)).toMatchObject({ status: 'open', snoozedUntil: null })
    }
    expect(await lines(id)).toEqual(['snoozed', 'woken_by_contact', 'snoozed', 'woken_by_contact'])
  })

  it('needs a moment to come and an open conversation, and is undone by opening', async () => {
    const id = await receive()
    const past = await call('PUT', `/${id}/snooze`, { until: '2020-01-01T00:00:00Z' })
    expect([past.statusCode, past.json().errors[0].code]).toEqual([422, 'past'])
    await call('PUT', `/${id}/snooze`, { until: null })
    expect((await call('PUT', `/${id}/status`, { status: 'open' })).json().status).toBe('open')
    await call('PUT', `/${id}/status`, { status: 'resolved' })
    expect((await call('PUT', `/${id}/snooze`, { until: null })).statusCode).toBe(409)
  })
})

describe('a resolved conversation', () => {
  it('is taken up again within the days that the company chose', async () => {
    const phone = somePhone()
    const old = await receive({ phone })
    await t.deps.database.pool.query(
      `insert into chat_settings (company_id, settings) values ($1, '{"reopenDays": 2}')`,
      [admin.company.id],
    )
    const resolve = async (days: number) => {
      await call('PUT', `/${old}/status`, { status: 'resolved' })
      await t.deps.database.pool.query(
        `update conversations set resolved_at = now() - make_interval(days => $2) where id = $1`,
        [old, days],
      )
    }
    await resolve(1)
    await receive({ phone })
    expect((await read(old)).status).toBe('open')
    await resolve(3)
    await receive({ phone })
    expect([(await read(old)).status, (await list('?status=all')).length]).toEqual(['resolved', 2])
  })
})

describe('a note', () => {
  it('is the team’s alone: nothing of the conversation moves by it, and it is written once', async () => {
    const id = await receive()
    const before = await read(id)
    const note = { clientKey: newId(), body: 'paga na sexta' }
    const answers = [await call('POST', `/${id}/notes`, note), await call('POST', `/${id}/notes`, note)]
    expect(answers.map((answer) => answer.json().id)).toEqual(Array(2).fill(answers[0]?.json().id))
    const { version, ...after } = await read(id)
    expect(after).toEqual(Object.fromEntries(Object.entries(before).filter(([key]) => key !== 'version')))
    expect(version).toBeGreaterThan(before.version)
    const waiting = await t.deps.database.pool.query('select 1 from outbound_sends where company_id = $1', [
      admin.company.id,
    ])
    expect(waiting.rows).toEqual([])
    const other = await receive()
    expect((await call('POST', `/${other}/notes`, note)).json().code).toBe('idempotency_mismatch')
  })

  it('names only people who may see the conversation; they follow it and see the mention until they read', async () => {
    const id = await receive()
    const bia = await member('Bia')
    const caio = await member('Caio', { visibility: 'assigned' })
    const write = (mentions: string[]) => call('POST', `/${id}/notes`, { clientKey: newId(), body: 'veja', mentions })
    const refused = await write([bia.id, caio.id])
    expect([refused.statusCode, refused.json().errors[0]]).toMatchObject([
      422,
      { path: 'mentions', code: 'cannot_see' },
    ])
    expect(await timeline(id)).toHaveLength(1)
    expect((await write([bia.id])).json().payload.mentions).toEqual([{ id: bia.id, name: 'Bia' }])
    expect((await list('?view=mentions', bia.headers)).map((c) => c.mentioned)).toEqual([true])
    const participants = (await call('GET', `/${id}/participants`, undefined, bia.headers)).json()
    expect(participants).toMatchObject({ data: [{ name: 'Bia' }], following: true })
    await call('PUT', `/${id}/read`, {}, bia.headers)
    expect((await list('?view=mentions', bia.headers)).map((c) => c.mentioned)).toEqual([false])
    await call('PUT', `/${id}/following`, { following: false }, bia.headers)
    expect((await call('GET', `/${id}/participants`)).json().data).toEqual([])
  })

  it('is removed by who wrote it, or who may assign; a line stays, and the audit knows', async () => {
    const id = await receive()
    const bia = await member('Bia')
    const write = async (headers: Headers) =>
      (await call('POST', `/${id}/notes`, { clientKey: newId(), body: 'segredo' }, headers)).json().id
    const [hers, mine] = [await write(bia.headers), await write(admin.headers)]
    const remove = (note: string, headers: Headers) => call('DELETE', `/${id}/notes/${note}`, undefined, headers)
    expect((await remove(mine, bia.headers)).statusCode).toBe(403)
    expect((await remove(hers, bia.headers)).statusCode).toBe(204)
    expect((await remove(mine, admin.headers)).statusCode).toBe(204)
    expect((await remove(mine, admin.headers)).statusCode).toBe(404)
    expect(await lines(id)).toEqual(['note_deleted', 'note_deleted'])
    expect(JSON.stringify(await timeline(id))).not.toContain('segredo')
    const audited = await t.deps.database.pool.query(
      `select count(*)::int as count from audit_logs where company_id = $1 and action = 'note.delete'`,
      [admin.company.id],
    )
    expect(audited.rows[0].count).toBe(2)
  })
})

describe('labels', () => {
  it('are added and taken away together, once, and only those of the company', async () => {
    const id = await receive()
    const vip = await createLabel(t.deps, admin.company.id, 'vip')
    const late = await createLabel(t.deps, admin.company.id, 'atrasado')
    const stranger = await createSignedIn(t.deps)
    const foreign = await createLabel(t.deps, stranger.company.id, 'vip')
    const set = (add: string[], remove: string[] = []) => call('PUT', `/${id}/labels`, { add, remove })
    expect((await set([vip.id, late.id])).json().labelIds).toEqual([vip.id, late.id])
    expect((await set([vip.id], [late.id])).json().labelIds).toEqual([vip.id])
    expect((await set([vip.id])).json().labelIds).toEqual([vip.id])
    expect((await set([foreign.id])).statusCode).toBe(422)
    const events = (await timeline(id)).filter((m) => m.direction === 'event').map((m) => m.payload)
    expect(events).toMatchObject([
      { added: [{ name: 'vip' }, { name: 'atrasado' }], removed: [] },
      { added: [], removed: [{ name: 'atrasado' }] },
    ])
  })
})

describe('the next conversation', () => {
  it('is the one that waited longest in my queues, and never the same for two', async () => {
    const bia = await member('Bia', { visibility: 'teams' })
    const caio = await member('Caio')
    const team = await createTeam(t.deps, admin.company.id, [bia.id])
    const now = seconds()
    const free = await receive({ at: now - 100 })
    const late = await receive({ at: now - 50 })
    const early = await receive({ at: now - 90 })
    for (const id of [late, early]) await assign(id, { teamId: team.id })
    const next = async (headers: Headers, body = {}) =>
      (await call('POST', '/next', body, headers)).json().conversation?.id ?? null
    const taken = await Promise.all([next(bia.headers), next(bia.headers)])
    expect([...taken].sort()).toEqual([early, late].sort())
    expect(await next(bia.headers)).toBe(null)
    expect(await next(caio.headers, { teamId: team.id })).toBe(null)
    expect(await next(caio.headers)).toBe(free)
    expect((await call('POST', '/next', { teamId: newId() }, caio.headers)).statusCode).toBe(422)
  })
})

describe('members', () => {
  it('may move their own and unassigned conversations; only leads may move those of others', async () => {
    const bia = await member('Bia')
    const team = await createTeam(t.deps, admin.company.id)
    const id = await receive()
    expect((await assign(id, { teamId: team.id }, bia.headers)).json().team).toMatchObject({ name: 'Vendas' })
    expect((await assign(id, { assigneeId: bia.id }, bia.headers)).statusCode).toBe(200)
    expect((await assign(id, { teamId: null, assigneeId: null }, bia.headers)).statusCode).toBe(200)
    await assign(id, { assigneeId: admin.user.id })
    expect((await assign(id, { teamId: team.id }, bia.headers)).statusCode).toBe(403)
    expect((await assign(id, { teamId: newId() })).statusCode).toBe(422)
    const { data } = (await call('GET', '/assignees')).json()
    expect(data).toMatchObject([
      { name: 'Bia', openConversations: 0 },
      { name: 'Test Person', openConversations: 1, presence: 'offline', teamIds: [] },
    ])
  })
})

describe('people', () => {
  it('are offered a page at a time and by name: to leads everybody, to others themselves', async () => {
    const [bia, joao] = [await member('Bia Melo'), await member('João Lima')]
    const offered = async (query: string, headers?: Headers) =>
      (await call('GET', `/assignees${query}`, undefined, headers)).json()
    const names = async (query: string, headers?: Headers) =>
      (await offered(query, headers)).data.map(({ name }: { name: string }) => name)
    const first = await offered('?limit=2')
    expect(first).toMatchObject({ data: [{ name: 'Bia Melo' }, { name: 'João Lima' }], page: { has_more: true } })
    expect(await names(`?limit=2&cursor=${first.page.next}`)).toEqual(['Test Person'])
    expect(await names('?search=joao%20l')).toEqual(['João Lima'])
    expect(await names('?search=%25')).toEqual([])
    expect(await names(`?id=${bia.id}`)).toEqual(['Bia Melo'])
    expect(await names('', bia.headers)).toEqual(['Bia Melo'])
    expect(await names(`?id=${joao.id}`, bia.headers)).toEqual([])
    expect((await call('GET', '/assignees?cursor=x')).statusCode).toBe(422)
  })

  it('can be named in a note where they may see the conversation', async () => {
    const caio = await member('Caio', { visibility: 'assigned' })
    const bia = await member('Bia')
    const id = await receive()
    const names = async (query: string, headers?: Headers) =>
      (await call('GET', `/colleagues${query}`, undefined, headers)).json().data?.map((p: { name: string }) => p.name)
    expect(await names('', bia.headers)).toEqual(['Bia', 'Caio', 'Test Person'])
    expect(await names(`?conversationId=${id}`, bia.headers)).toEqual(['Bia', 'Test Person'])
    await assign(id, { assigneeId: caio.id })
    expect(await names(`?conversationId=${id}&search=cai`, caio.headers)).toEqual(['Caio'])
    await assign(id, { assigneeId: null })
    expect((await call('GET', `/colleagues?conversationId=${id}`, undefined, caio.headers)).statusCode).toBe(404)
  })
})

describe('many at once', () => {
  it('each succeed or fail by themselves, and browsers are told together', async () => {
    const [one, two, done] = [await receive(), await receive(), await receive()]
    await call('PUT', `/${done}/status`, { status: 'resolved' })
    const told: (readonly string[])[] = []
    const stop = t.deps.bus.subscribe('changes', ({ change }) => {
      if (change.event === 'conversation.updated') told.push(change.conversationIds ?? [])
    })
    const answer = await call('POST', '/changes', {
      ids: [one, two, done, newId(), one],
      change: { type: 'snooze', until: inAnHour() },
    })
    stop()
    expect(answer.json()).toMatchObject({
      done: 2,
      failed: [{ id: done, code: 'state_invalid' }, { code: 'not_found' }],
    })
    expect(told).toEqual([[one, two]])
    const bia = await member('Bia')
    const change = { ids: [one], change: { type: 'priority', priority: 'low' } }
    expect((await call('POST', '/changes', change, bia.headers)).statusCode).toBe(403)
  })

  it('run a macro whole or not at all', async () => {
    const label = await createLabel(t.deps, admin.company.id, 'vip')
    const steps = [
      { type: 'add_labels' as const, labelIds: [label.id] },
      { type: 'assign' as const, assigneeId: 'me' as const },
      { type: 'note' as const, text: 'Oi {{contact.first_name | você}}' },
      { type: 'snooze' as const, minutes: 60 },
    ]
    const base = { companyId: admin.company.id, scope: 'company' as const }
    const good = { ...base, id: newId(), name: 'Guardar', steps }
    const bad = { ...base, id: newId(), name: 'Enviar', steps: [...steps, { type: 'send_text' as const, text: 'oi' }] }
    await t.deps.database.db.insert(macros).values([good, bad])
    const id = await receive()
    await t.deps.database.pool.query('update conversations set window_expires_at = now() where id = $1', [id])
    const run = (macroId: string, clientKey = newId()) => call('POST', `/${id}/macro-runs`, { macroId, clientKey })
    const before = await read(id)
    const refused = await run(bad.id)
    expect([refused.statusCode, await lines(id), await read(id)]).toEqual([expect.any(Number), [], before])
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
    const key = newId()
    const answers = [await run(good.id, key), await run(good.id, key)]
    for (const answer of answers)
      expect([answer.statusCode, answer.json()]).toMatchObject([
        201,
        { status: 'snoozed', labelIds: [label.id], assignee: { id: admin.user.id } },
      ])
    expect(await lines(id)).toEqual(['macro', 'labels', 'assigned', 'snoozed'])
    expect((await timeline(id)).filter((m) => m.direction === 'note').map((m) => m.body)).toEqual(['Oi Ana'])
  })
})
