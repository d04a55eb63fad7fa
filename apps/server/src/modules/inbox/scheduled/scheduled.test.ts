import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { scheduledMessages } from '#server/db/schema/inbox/scheduled.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { createCompany, createConversation } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { sendDue } from './send-due.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let phone: string
let id: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  phone = await inbox.write('Oi')
  id = (await inbox.conversationOf(phone)).id
})
afterAll(() => world.close())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const text = (body = 'Bom dia') => ({ type: 'text', clientKey: newId(), body })
const plan = (fields: object = {}) =>
  inbox.call('POST', `conversations/${id}/scheduled-messages`, { sendAt: inHours(1), draft: text(), ...fields })
const list = async () => (await inbox.call('GET', `conversations/${id}/scheduled-messages`)).body.data
/** Its moment has come. */
const come = async (scheduledId: string) => {
  const sendAt = new Date(Date.now() - 1000)
  await world.deps.database.db.update(scheduledMessages).set({ sendAt }).where(eq(scheduledMessages.id, scheduledId))
}
const closeWindow = () =>
  world.deps.database.db
    .update(conversations)
    .set({ windowExpiresAt: new Date(Date.now() - 60_000) })
    .where(eq(conversations.id, id))
const template = async () => {
  await world.deps.database.db.insert(templates).values({
    ...{ id: newId(), companyId: inbox.companyId, waAccountId: inbox.account.id, name: 'ready', language: 'pt_BR' },
    ...{ category: 'UTILITY', status: 'APPROVED', components: [{ type: 'BODY', text: 'Seu pedido chegou.' }] },
  })
  return { type: 'template', clientKey: newId(), template: { name: 'ready', language: 'pt_BR', values: {} } }
}

describe('a message for later', () => {
  it('is sent once at its moment, as its author, however many look', async () => {
    const planned = await plan()
    expect(planned.status).toBe(201)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual([])
    await come(planned.body.id)
    await Promise.all([sendDue(world.deps), sendDue(world.deps), sendDue(world.deps)])
    const sent = (await inbox.messagesOf(id)).filter(({ direction }) => direction === 'out')
    expect(sent).toMatchObject([{ body: 'Bom dia', origin: 'agent', authorId: inbox.user.id }])
    expect(await list()).toEqual([])
  })

  it('is never a forward', async () => {
    const [message] = await inbox.messagesOf(id)
    const draft = { type: 'forward', clientKey: newId(), messageId: message?.id }
    const refused = await plan({ draft })
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ path: 'draft', code: 'not_schedulable' }]])
    const { body } = await plan()
    expect((await inbox.call('PATCH', `conversations/${id}/scheduled-messages/${body.id}`, { draft })).status).toBe(422)
  })

  it('is planned once for each client key', async () => {
    const draft = text()
    const [first, second] = await Promise.all([plan({ draft }), plan({ draft })])
    expect(first.body.id).toBe(second.body.id)
    expect(await list()).toHaveLength(1)
  })

  it('can be changed and taken back while it waits', async () => {
    const { body } = await plan()
    const path = `conversations/${id}/scheduled-messages/${body.id}`
    const changed = await inbox.call('PATCH', path, { draft: text('Boa tarde'), sendAt: inHours(2) })
    expect(changed.body).toMatchObject({ state: 'waiting', draft: { body: 'Boa tarde' } })
    expect((await inbox.call('DELETE', path)).status).toBe(204)
    await come(body.id)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual([])
    expect((await inbox.call('PATCH', path, { sendAt: inHours(2) })).body.code).toBe('state_invalid')
  })

  it('keeps what a change does not name', async () => {
    const { body } = await plan({ sendAt: inHours(48), fallback: await template(), cancelOnReply: true })
    const moved = await inbox.call('PATCH', `conversations/${id}/scheduled-messages/${body.id}`, {
      sendAt: inHours(72),
    })
    expect(moved.body).toMatchObject({ cancelOnReply: true, fallback: { type: 'template' } })
  })

  it('is by whoever wrote its words last, not by whoever moved its moment', async () => {
    const [bia, caio] = [await inbox.agent(), await inbox.agent()]
    const { body } = await plan()
    const path = `conversations/${id}/scheduled-messages/${body.id}`
    const rewritten = await inbox.call('PATCH', path, { draft: text('Até logo') }, bia.headers)
    expect(rewritten.body).toMatchObject({ author: { id: bia.id } })
    expect((await inbox.call('PATCH', path, { sendAt: inHours(2) }, caio.headers)).body.author.id).toBe(bia.id)
    await come(body.id)
    await sendDue(world.deps)
    const sent = (await inbox.messagesOf(id)).filter(({ direction }) => direction === 'out')
    expect(sent).toMatchObject([{ body: 'Até logo', authorId: bia.id }])
  })

  it('needs a template in its place when the window will be closed, which is sent then', async () => {
    expect((await plan({ sendAt: inHours(48) })).body.code).toBe('window_closed')
    expect((await plan({ sendAt: inHours(48), fallback: text() })).status).toBe(422)
    const planned = await plan({ sendAt: inHours(48), fallback: await template() })
    expect(planned.status).toBe(201)
    await closeWindow()
    await come(planned.body.id)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual(['Seu pedido chegou.'])
  })

  it('fails in sight, and its author hears of it, when the window closed unexpectedly', async () => {
    const inboxes = await openInboxes(world)
    const planned = await plan()
    await closeWindow()
    await come(planned.body.id)
    await sendDue(world.deps)
    expect(await list()).toMatchObject([{ state: 'failed', error: 'window_closed' }])
    const told = (await inboxes.inboxOf(inbox.user.id)).filter(
      (n) => n.templateIdentifier === 'scheduled_message.failed',
    )
    expect(told).toHaveLength(1)
  })

  it('is called off by an answer of the customer if that was wanted, in sight, and can be planned again', async () => {
    const inboxes = await openInboxes(world)
    const [off, kept] = [await plan({ cancelOnReply: true, draft: text('Ainda quer?') }), await plan()]
    expect([off.body.cancelOnReply, kept.body.cancelOnReply]).toEqual([true, false])
    const states = async () =>
      Object.fromEntries((await list()).map((row: { id: string; state: string }) => [row.id, row.state]))
    await inbox.write('Já resolvi', { phone, at: Math.ceil(Date.now() / 1000) })
    await Promise.all([sendDue(world.deps), sendDue(world.deps)])
    expect(await states()).toEqual({ [off.body.id]: 'called_off', [kept.body.id]: 'waiting' })
    const line = (await inbox.messagesOf(id)).filter(({ payload }) => payload['kind'] === 'scheduled_called_off')
    expect(line.map(({ payload }) => payload['words'])).toEqual(['Ainda quer?'])
    const told = async () =>
      (await inboxes.inboxOf(inbox.user.id)).filter((n) => n.templateIdentifier === 'scheduled_message.called_off')
    const url = `/integrations/whatsapp/chat?conversation=${id}&company=${inbox.companyId}`
    expect(await told()).toMatchObject([{ cta: { data: { url } } }])

    await come(off.body.id)
    await come(kept.body.id)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual(['Bom dia'])
    const path = `conversations/${id}/scheduled-messages/${off.body.id}`
    await expect
      .poll(() => Date.now() / 1000)
      .toBeGreaterThan(Number((await inbox.conversationOf(phone)).lastInboundAt) / 1000)
    const again = await inbox.call('PATCH', path, { sendAt: inHours(1) })
    expect(again.body).toMatchObject({ state: 'waiting', draft: { body: 'Ainda quer?' } })
    await sendDue(world.deps)
    expect(await states()).toEqual({ [off.body.id]: 'waiting' })
    await come(off.body.id)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual(['Bom dia', 'Ainda quer?'])
    expect(await told()).toHaveLength(1)
  })

  it('keeps to its limits', async () => {
    expect((await plan({ sendAt: inHours(-1) })).status).toBe(422)
    expect((await plan({ sendAt: inHours(181 * 24), fallback: await template() })).status).toBe(422)
    for (let n = 0; n < 50; n++) expect((await plan()).status).toBe(201)
    expect((await plan()).body.code).toBe('limit_reached')
  })

  it('of a company that is gone keeps no other waiting', async () => {
    const gone = await createCompany(world.deps)
    const conversation = await createConversation(world.deps, gone.id)
    const { pool } = world.deps.database
    await pool.query('update companies set deleted_at = now() where id = $1', [gone.id])
    await pool.query(
      `insert into scheduled_messages (company_id, id, conversation_id, author_id, send_at, draft)
        select $1, gen_random_uuid(), $2, $3, now() - interval '9 days', $4 from generate_series(1, 200)`,
      [gone.id, conversation.id, inbox.user.id, text()],
    )
    await come((await plan()).body.id)
    await sendDue(world.deps)
    expect(await inbox.said(id)).toEqual(['Bom dia'])
  })
})
