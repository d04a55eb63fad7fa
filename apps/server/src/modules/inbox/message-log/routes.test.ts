import { randomUUID } from 'node:crypto'
import type { LogEntry } from '@recado/contracts/inbox/message-log'
import type { Task } from '@recado/contracts/shared/tasks'
import { eq } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { messageStatusEvents } from '#server/db/schema/inbox/recording.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let channelId: string
let conversation: Awaited<ReturnType<typeof createConversation>>

beforeAll(async () => {
  t = await buildOwnApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  channelId = (await createChannel(t.deps, admin.company.id)).channel.id
  conversation = await createConversation(t.deps, admin.company.id, { channelId })
  await t.deps.database.db
    .update(contacts)
    .set({ name: 'Bia', phone: '5581991230001' })
    .where(eq(contacts.id, conversation.contactId))
})

let minutes = 0
const write = async (fields: Partial<typeof messages.$inferInsert> = {}) => {
  const id = randomUUID()
  await t.deps.database.db.insert(messages).values({
    companyId: admin.company.id,
    id,
    conversationId: conversation.id,
    channelId,
    contactId: conversation.contactId,
    direction: 'out',
    type: 'text',
    body: 'Seu pedido chegou',
    origin: 'agent',
    authorId: admin.user.id,
    status: 'delivered',
    occurredAt: new Date(Date.now() - 60_000 * ++minutes),
    failedAt: fields.status === 'failed' ? new Date() : null,
    ...fields,
  })
  return id
}

type Headers = { cookie: string }
const get = async (path: string, headers: Headers = admin.headers) =>
  t.app.inject({ method: 'GET', url: `/api/v1/${path}`, headers })
const entries = async (query = '', headers?: Headers): Promise<LogEntry[]> =>
  (await get(`messages${query}`, headers)).json().data
const member = async (fields: Parameters<typeof addMember>[3]) => {
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member', ...fields })
  return { user, headers: await signIn(t.deps, user.id, admin.company.id) }
}

describe('the message log', () => {
  it('lists newest first, pages through everything once and leaves out what is not a message', async () => {
    const ids = [await write(), await write(), await write()]
    await write({ direction: 'event', type: 'event' })
    await write({ direction: 'note', type: 'note' })
    const first = (await get('messages?limit=2')).json()
    const second = (await get(`messages?limit=2&cursor=${first.page.next}`)).json()
    expect([...first.data, ...second.data].map((entry: LogEntry) => entry.id)).toEqual(ids)
    expect(second.page).toEqual({ next: null, has_more: false })
  })

  it('filters by status, error, template, words, contact and days', async () => {
    const failed = await write({ status: 'failed', errorCode: 131026, errorClass: 'permanent_recipient' })
    const template = await write({
      type: 'template',
      body: 'Promoção',
      payload: { template: { name: 'promo', category: 'MARKETING' } },
    })
    const old = await write({ occurredAt: new Date('2026-01-10T12:00:00Z'), body: 'Antiga' })
    const ids = async (query: string) => (await entries(query)).map(({ id }) => id)
    expect(await ids('?status=failed')).toEqual([failed])
    expect(await ids('?errorClass=permanent_recipient,policy')).toEqual([failed])
    expect(await ids('?errorCode=131026')).toEqual([failed])
    expect(await ids('?template=promo')).toEqual([template])
    expect(await ids('?q=promocoes')).toEqual([template])
    expect((await ids('?contact=bia')).sort()).toEqual([failed, template].sort())
    expect(await ids('?from=2026-01-10&to=2026-01-10')).toEqual([old])
    expect(await ids('?from=2026-01-11&to=2026-01-12')).toEqual([])
    expect((await get('messages?status=nothing')).statusCode).toBe(422)
  })

  it('prices what WhatsApp charges, and sums it up with the statuses', async () => {
    await write({ pricingType: 'regular', pricingCategory: 'marketing' })
    await write({ pricingType: 'free_customer_service', pricingCategory: 'service' })
    await write({ type: 'template', status: 'sent', payload: { template: { name: 'a', category: 'UTILITY' } } })
    await write({ status: 'failed', pricingType: null })
    const rows = await entries()
    expect(rows.map(({ cost }) => cost)).toEqual([
      { amount: 0.334375, currency: 'BRL', estimated: false },
      { amount: 0, currency: 'BRL', estimated: false },
      { amount: 0.03638, currency: 'BRL', estimated: true },
      null,
    ])
    const summary = (await get('messages/summary')).json()
    expect(summary.byStatus).toEqual([
      { status: 'sent', count: 1 },
      { status: 'failed', count: 1 },
      { status: 'delivered', count: 2 },
    ])
    expect(summary.total).toBe(4)
    expect(summary.costs[0].amount).toBeCloseTo(0.370755, 6)
  })

  it('tells everything that was heard of one message', async () => {
    const id = await write()
    const at = new Date(Date.now() - 50_000)
    await t.deps.database.db.insert(messageStatusEvents).values([
      { companyId: admin.company.id, messageId: id, status: 'delivered', at: new Date(at.getTime() + 3000) },
      { companyId: admin.company.id, messageId: id, status: 'sent', at },
    ])
    const detail = (await get(`messages/${id}`)).json()
    expect(detail.timeline.map((line: { status: string; seconds: number }) => line.status)).toEqual([
      'sent',
      'delivered',
    ])
    expect(detail.timeline[1].seconds).toBe(3)
    const stranger = await createSignedIn(t.deps)
    expect((await get(`messages/${id}`, stranger.headers)).statusCode).toBe(404)
  })

  it('shows a limited member only what they may see, with phones masked', async () => {
    const id = await write()
    const limited = await member({ visibility: 'assigned' })
    expect(await entries('', limited.headers)).toEqual([])
    expect((await get(`messages/${id}`, limited.headers)).statusCode).toBe(404)
    const other = await member({})
    expect((await entries('', other.headers))[0]?.contact.phone).toBe('+5581•••••••01')
    // As WhatsApp makes them: with the number of the customer in base64.
    const wamid = `wamid.${Buffer.from('\u001d5581999990001\u0015').toString('base64')}`
    await t.deps.database.pool.query('update messages set wamid = $2 where id = $1', [id, wamid])
    expect((await get(`messages/${id}`)).json().wamid).toBe(wamid)
    expect((await get(`messages/${id}`, other.headers)).json()).toMatchObject({ wamid: null, message: { id } })
  })
})

describe('an export of the log', () => {
  const start = (format: string, headers: Headers = admin.headers, filter = {}) =>
    t.app.inject({
      method: 'POST',
      url: '/api/v1/list-exports',
      headers,
      payload: { list: 'messages', format, filter },
    })
  const tasks = async (): Promise<Task[]> => (await get('tasks')).json().data
  const bytes = async (task: Task | undefined) =>
    (await t.app.inject({ method: 'GET', url: task?.file?.url ?? '/', headers: admin.headers })).rawPayload

  it('is written in the background, and can be downloaded by whoever asked for it', async () => {
    for (let i = 0; i < 3; i++) await write({ body: i === 1 ? '=cmd()' : `Texto ${i}` })
    await write({ status: 'failed', body: 'Não chegou' })
    expect((await start('csv', admin.headers, { status: 'delivered' })).statusCode).toBe(202)
    expect((await start('xlsx')).statusCode).toBe(202)
    expect((await tasks()).map(({ status }) => status)).toEqual(['queued', 'queued'])
    await t.deps.jobs.drain(t.deps)
    const [xlsx, csv] = await tasks()
    expect([xlsx?.status, csv?.status]).toEqual(['completed', 'completed'])
    const lines = (await bytes(csv)).toString('utf8').trim().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines.join()).toContain("'=cmd()")
    const sheet = (await readXlsx(await bytes(xlsx))).sheets[0]
    expect(sheet?.rows).toHaveLength(5)
    const other = await member({ grants: ['contacts.export'] })
    expect((await get('tasks', other.headers)).json().data).toEqual([])
  })

  it('needs the grant, also at the moment of writing, and refuses filters that are none', async () => {
    await write()
    const agent = await member({})
    expect((await start('csv', agent.headers)).statusCode).toBe(403)
    expect((await start('csv', admin.headers, { status: 'nothing' })).statusCode).toBe(422)
    const lead = await member({ grants: ['contacts.export'] })
    expect((await start('csv', lead.headers)).statusCode).toBe(202)
    await t.deps.database.pool.query(`update company_members set grants = '{}' where user_id = $1`, [lead.user.id])
    await t.deps.jobs.drain(t.deps)
    const [task]: Task[] = (await get('tasks', lead.headers)).json().data
    expect([task?.status, task?.error, task?.file]).toEqual(['failed', 'forbidden', null])
  })

  it('can be stopped before it begins, and not after its end', async () => {
    await write()
    const { id } = (await start('csv')).json()
    const cancel = () =>
      t.app.inject({ method: 'POST', url: `/api/v1/tasks/${id}/cancellation`, headers: admin.headers, payload: {} })
    expect((await cancel()).json().status).toBe('canceled')
    await t.deps.jobs.drain(t.deps)
    expect((await tasks())[0]?.status).toBe('canceled')
    expect((await cancel()).statusCode).toBe(409)
  })
})

describe('the log across companies', () => {
  it('shows platform admins what happened, not what was said, until they give a reason', async () => {
    const mine = await write({ status: 'failed', errorCode: 131047, errorClass: 'window', body: 'segredo' })
    const root = await createUser(t.deps, { role: 'admin' })
    const headers = await signIn(t.deps, root.id)
    const all = await get(`admin/messages?status=failed&companyId=${admin.company.id}`, headers)
    expect(all.json().data.map((entry: { id: string }) => entry.id)).toEqual([mine])
    expect(all.body).not.toContain('segredo')
    const ask = (body: object, as: Headers) =>
      t.app.inject({ method: 'POST', url: `/api/v1/admin/messages/${mine}/reveals`, headers: as, payload: body })
    const companyId = admin.company.id
    expect((await ask({ companyId, reason: 'short' }, headers)).statusCode).toBe(422)
    const shown = await ask({ companyId, reason: 'Customer asked why it failed' }, headers)
    expect(shown.json().body).toBe('segredo')
    const audit = await t.deps.database.pool.query('select action, diff from audit_logs where company_id = $1', [
      companyId,
    ])
    expect(audit.rows).toEqual([{ action: 'message.reveal', diff: { reason: 'Customer asked why it failed' } }])
    expect((await get('admin/messages')).statusCode).toBe(403)
  })

  it('goes through all companies once, newest first', async () => {
    await t.deps.database.pool.query('delete from messages')
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      admin = await createSignedIn(t.deps)
      conversation = await createConversation(t.deps, admin.company.id, { channelId })
      ids.push(await write(), await write())
    }
    const root = await createUser(t.deps, { role: 'admin' })
    const headers = await signIn(t.deps, root.id)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = (await get(`admin/messages?limit=4${cursor}`, headers)).json()
      seen.push(...page.data.map((entry: { id: string }) => entry.id))
      if (!page.page.has_more) break
      cursor = `&cursor=${page.page.next}`
    }
    expect(seen).toEqual(ids)
  })
})

describe('a retry of failed messages', () => {
  const retry = (payload: object, headers: Headers = admin.headers) =>
    t.app.inject({ method: 'POST', url: '/api/v1/messages/retries', headers, payload })
  const failedWith = (errorClass: string | null, fields: Partial<typeof messages.$inferInsert> = {}) =>
    write({ status: 'failed', errorClass, ...fields })
  const allOut = async () => (await entries()).map(({ status }) => status).toSorted()

  beforeEach(async () => {
    await t.deps.database.db
      .update(conversations)
      .set({ windowExpiresAt: new Date(Date.now() + 3_600_000) })
      .where(eq(conversations.id, conversation.id))
    await t.deps.database.db
      .update(contactIdentities)
      .set({ phone: '5581991230001', waId: '5581991230001' })
      .where(eq(contactIdentities.id, conversation.identityId))
  })

  it('sends again what may arrive now, once however often it is asked for, and says what it left out', async () => {
    const ids = [
      await failedWith('transient'),
      await failedWith('policy'),
      await write({ status: 'unknown' }),
      await write({ status: 'delivered' }),
    ]
    const answer = await retry({ ids })
    expect(answer.json()).toEqual({
      done: 1,
      skipped: ids.slice(1).map((id) => ({ id, label: 'Bia', code: 'message_not_resendable' })),
    })
    expect(await allOut()).toEqual(['delivered', 'failed', 'failed', 'queued', 'unknown'])
    expect((await retry({ ids: ids.slice(0, 1) })).json().done).toBe(1)
    expect(await allOut()).toHaveLength(5)
  })

  it('across companies needs a reason, which each company can read, and sends once', async () => {
    const root = await createUser(t.deps, { role: 'admin' })
    const headers = await signIn(t.deps, root.id)
    const failed = await failedWith('transient')
    const others = [await failedWith('policy'), await write({ status: 'unknown' }), randomUUID()]
    const send = (body: object, as: Headers = headers) =>
      t.app.inject({ method: 'POST', url: '/api/v1/admin/messages/retries', headers: as, payload: body })
    const selection = { ids: [failed, ...others] }
    const reason = 'The number was down for an hour'
    expect((await send({ selection, reason: 'short' })).statusCode).toBe(422)
    expect((await send({ selection, reason }, admin.headers)).statusCode).toBe(403)
    expect(await allOut()).toEqual(['failed', 'failed', 'unknown'])
    for (const _ of [1, 2]) {
      const answer = (await send({ selection, reason })).json()
      expect(answer.done).toBe(1)
      expect(answer.skipped.map(({ id, code }: { id: string; code: string }) => [id, code])).toEqual([
        [others[0], 'message_not_resendable'],
        [others[1], 'message_not_resendable'],
        [others[2], 'not_found'],
      ])
      expect(await allOut()).toEqual(['failed', 'failed', 'queued', 'unknown'])
    }
    const audit = await t.deps.database.pool.query(
      'select action, actor_id, diff from audit_logs where company_id = $1',
      [admin.company.id],
    )
    const row = { action: 'message.retry', actor_id: root.id, diff: { messages: 1, reason } }
    expect(audit.rows).toEqual([row, row])
    const sent = (await entries('?status=queued'))[0]
    expect([sent?.origin, sent?.author]).toEqual(['system', null])
  })

  it('takes all that match only while they are as many as the person saw, and of the own company', async () => {
    for (let i = 0; i < 3; i++) await failedWith('transient')
    const page = (await get('messages?status=failed&count=exact&limit=1')).json().page
    expect(page.total).toBe(3)
    const selection = { filter: { status: 'failed' }, expected: 2 }
    const refused = await retry(selection)
    expect([refused.statusCode, refused.json().code, refused.json().data.count]).toEqual([409, 'conflict', 3])
    const stranger = await createSignedIn(t.deps)
    expect((await retry({ ...selection, expected: 3 }, stranger.headers)).json().data.count).toBe(0)
    expect((await retry({ ...selection, expected: 3 })).json()).toEqual({ done: 3, skipped: [] })
    expect((await retry({ ids: [(await entries())[0]?.id] }, stranger.headers)).statusCode).toBe(404)
  })

  it('goes on in the background when there are many, and leaves a file of what it left out', async () => {
    const rows = Array.from({ length: 501 }, (_, i) => ({
      companyId: admin.company.id,
      id: randomUUID(),
      conversationId: conversation.id,
      channelId,
      contactId: conversation.contactId,
      direction: 'out' as const,
      type: 'text' as const,
      body: `Texto ${i}`,
      origin: 'agent' as const,
      status: 'failed' as const,
      errorClass: i < 2 ? 'transient' : 'policy',
      failedAt: new Date(),
      occurredAt: new Date(Date.now() - 1000 * i),
    }))
    await t.deps.database.db.insert(messages).values(rows)
    const { task } = (await retry({ filter: { status: 'failed' }, expected: 501 })).json()
    expect(task.kind).toBe('messages.retry')
    await t.deps.jobs.drain(t.deps)
    const [done]: Task[] = (await get('tasks')).json().data
    expect(done?.status).toBe('completed')
    const file = await t.app.inject({ method: 'GET', url: done?.file?.url ?? '/', headers: admin.headers })
    expect(file.body.trim().split('\r\n')).toHaveLength(500)
    expect((await get('messages?status=queued&count=exact')).json().page.total).toBe(2)
  })
})
