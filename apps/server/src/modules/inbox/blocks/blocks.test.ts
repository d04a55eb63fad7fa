import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { somePhone } from '#server/test/webhooks.ts'
import { accessToken, eventually, findMessage } from '#server/test/whatsapp-world.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let phone: string
let contactId: string
let conversationId: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  phone = somePhone()
  await inbox.write('Oi', { phone })
  const conversation = await inbox.conversationOf(phone)
  conversationId = conversation.id
  contactId = conversation.contactId
})
afterAll(() => world.close())

const change = async (what: object, ids = [contactId]) => {
  const answer = await inbox.call('POST', 'contact-changes', { selection: { ids }, change: what })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await inbox.settle()
  return answer.body
}
const block = (ids?: string[]) => change({ type: 'block', reason: 'Threatens the team' }, ids)
const card = async () => (await inbox.call('GET', `contacts/${contactId}`)).body
const conversation = async () => (await inbox.call('GET', `conversations/${conversationId}`)).body
const say = (draft: object = { type: 'text', body: 'Oi' }) =>
  inbox.call('POST', `conversations/${conversationId}/messages`, { clientKey: newId(), ...draft })
const timeline = async (): Promise<{ kind?: string; data?: object }[]> =>
  (await inbox.call('GET', `contacts/${contactId}/timeline`)).body.data

/** What WhatsApp blocks for the company's number. */
const blockedAtMeta = async (): Promise<string[]> => {
  const answer = await fetch(`${world.sandbox.graphUrl}/v23.0/${inbox.channel.phoneNumberId}/block_users`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const { data } = (await answer.json()) as { data: { wa_id: string }[] }
  return data.map(({ wa_id: waId }) => waId)
}
const writeAtMeta = () => world.control.write({ phoneNumberId: inbox.channel.phoneNumberId, from: phone, text: 'Oi' })

describe('someone who is blocked', () => {
  it('gets nothing: no reply, no template, and not what was on its way', async () => {
    const waiting = await say()
    expect(waiting.status).toBe(201)
    await block()
    expect(await card()).toMatchObject({ blocked: true, block: { reason: 'Threatens the team' } })
    expect((await say()).body).toMatchObject({ status: 422, code: 'contact_blocked' })
    const template = { type: 'template', template: { name: 'ready', language: 'pt_BR' } }
    expect((await say(template)).body.code).toBe('contact_blocked')
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    const rowOf = () => findMessage(world.deps, inbox.companyId, waiting.body.id)
    await eventually(async () => (await rowOf())?.status === 'failed')
    await sender.stop()
    expect(await rowOf()).toMatchObject({ errorDetails: 'contact_blocked', wamid: null })
    await world.forgetSends()
    await change({ type: 'unblock' })
    expect(await card()).toMatchObject({ blocked: false, block: null })
    expect((await say()).status).toBe(201)
  })

  it('takes nothing up by writing: the message is kept, and nothing is unread, opened or answered', async () => {
    await inbox.settings('routing', { greeting: { enabled: true, text: 'Olá!' } })
    await inbox.call('PUT', `conversations/${conversationId}/read`, { read: true })
    await inbox.call('PUT', `conversations/${conversationId}/status`, { status: 'resolved', survey: false })
    await block()
    await inbox.write('Cadê você?', { phone })
    expect(await conversation()).toMatchObject({
      ...{ status: 'resolved', unreadCount: 0, waitingSince: null },
    })
    const bodies = (await inbox.messagesOf(conversationId)).map(({ body }) => body)
    expect(bodies).toContain('Cadê você?')
    expect(await inbox.said(conversationId)).toEqual([])
    await change({ type: 'unblock' })
    await inbox.write('Desculpe', { phone })
    expect(await conversation()).toMatchObject({ status: 'open', unreadCount: 1 })
  })

  it('may still stop marketing', async () => {
    await block()
    await inbox.write('SAIR', { phone })
    expect((await card()).marketing).toBe('denied')
    expect(await inbox.said(conversationId)).toEqual([])
  })

  it('stays in the bin, whatever they write', async () => {
    await block()
    await change({ type: 'delete' })
    await inbox.write('Oi?', { phone })
    expect((await card()).deletedAt).not.toBeNull()
  })
})

describe('WhatsApp', () => {
  it('is asked to block whoever wrote within 24 hours, and to end it', async () => {
    await writeAtMeta()
    await inbox.settle()
    await block()
    expect(await blockedAtMeta()).toEqual([phone])
    expect((await card()).block.onWhatsapp).toBe('done')
    await expect(writeAtMeta()).rejects.toThrow(/blocked/)
    await change({ type: 'unblock' })
    expect(await blockedAtMeta()).toEqual([])
    await writeAtMeta()
  })

  it('leaves our own block where it refuses, which the contact says, and is asked again when they write', async () => {
    await block()
    expect(await blockedAtMeta()).toEqual([])
    expect((await card()).block.onWhatsapp).toBe('refused')
    expect((await timeline()).find(({ kind }) => kind === 'block_refused')?.data).toMatchObject({ tooLate: true })
    await writeAtMeta()
    await inbox.write('Oi de novo', { phone })
    expect(await blockedAtMeta()).toEqual([phone])
    expect((await card()).block.onWhatsapp).toBe('done')
  })
})

it('writes down who was blocked and why, and blocks many at once, for a day to be taken back', async () => {
  const other = (await inbox.call('POST', 'contacts', { phone: '+5581988770011' })).body.contact
  await block()
  const { changeId, changed } = await block([contactId, other.id])
  expect(changed, 'one is blocked already').toBe(1)
  const rows = await world.deps.database.db.select().from(auditLogs).where(eq(auditLogs.targetId, contactId))
  expect(rows.map(({ action, diff }) => ({ action, diff }))).toContainEqual({
    action: 'contact.block',
    diff: { type: 'block', contacts: 1, reason: 'Threatens the team' },
  })
  expect((await timeline()).find(({ kind }) => kind === 'blocked')?.data).toEqual({ reason: 'Threatens the team' })
  const list = (await inbox.call('GET', 'contacts')).body.data
  expect(list.map(({ blocked }: { blocked: boolean }) => blocked)).toEqual([true, true])
  expect((await inbox.call('POST', `contact-changes/${changeId}/undo`, {})).body).toMatchObject({ restored: 1 })
  const rowOf = async (id: string) => (await inbox.call('GET', `contacts/${id}`)).body
  expect([(await rowOf(other.id)).blocked, (await card()).blocked]).toEqual([false, true])
})
