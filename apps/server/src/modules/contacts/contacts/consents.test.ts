import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { consents, suppressions as suppressionsTable } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { consentOf, findDenied, suppressions } from '#server/modules/contacts/contacts/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { createChannel } from '#server/test/factories.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { deliver, envelope, somePhone } from '#server/test/webhooks.ts'
import { eventually, findMessage } from '#server/test/whatsapp-world.ts'
import { expireConsentsJob } from './jobs.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let contactId: string
let phone: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  phone = await inbox.write('Oi')
  contactId = (await inbox.conversationOf(phone)).contactId
})
afterAll(() => world.close())

const note = (body: object) => inbox.call('POST', `contacts/${contactId}/consents`, body)
const read = async () => (await inbox.call('GET', `contacts/${contactId}/consents`)).body
const mark = async () => (await inbox.call('GET', `contacts/${contactId}`)).body.marketing
const ctx = () => systemCtx(world.deps, 'test')
const verdict = (key: Partial<Parameters<typeof consentOf>[1]> = {}) =>
  consentOf(ctx(), {
    ...{ companyId: inbox.companyId, contactId, medium: 'whatsapp', purpose: 'marketing', channelId: null },
    ...key,
  })
const preference = async (value: 'stop' | 'resume', at: number) => {
  const user = { profile: { name: 'Bia' }, wa_id: phone }
  const said = { wa_id: phone, detail: 'User requested', category: 'marketing_messages', value, timestamp: at }
  await deliver(
    world.app,
    world.deps,
    envelope(inbox.line, { contacts: [user], user_preferences: [said] }, 'user_preferences'),
  )
  await inbox.settle()
}

describe('what holds', () => {
  it('is unknown until something is said, and then the newest word, with what proves it', async () => {
    expect(await read()).toEqual({ effective: [], data: [], pending: null, suppression: null })
    expect(await verdict()).toBe('unknown')
    const noted = await note({ state: 'granted', source: 'paper', textVersion: 'v3', note: 'Form 12, drawer B' })
    expect(noted.status).toBe(201)
    expect(noted.body).toMatchObject({
      effective: [{ medium: 'whatsapp', purpose: 'marketing', state: 'granted', numbers: [] }],
      data: [
        {
          ...{ state: 'granted', source: 'paper', textVersion: 'v3', channel: null, expiresAt: null },
          evidence: { words: null, note: 'Form 12, drawer B', url: null },
          notedBy: { id: inbox.user.id },
        },
      ],
    })
    expect(await mark()).toBe('granted')
    await note({ state: 'withdrawn' })
    expect([await verdict(), await mark()]).toEqual(['denied', 'denied'])
    const old = new Date(Date.now() - 86_400_000).toISOString()
    await note({ state: 'granted', at: old })
    expect(await verdict()).toBe('denied')
    expect((await read()).data.map((row: { state: string }) => row.state)).toEqual(['withdrawn', 'granted', 'granted'])
  })

  it('keeps media and purposes apart', async () => {
    await note({ medium: 'email', purpose: 'marketing', state: 'denied' })
    await note({ purpose: 'ai_processing', state: 'granted' })
    expect(await verdict()).toBe('unknown')
    expect(await mark()).toBe('unknown')
    expect(await verdict({ medium: 'email' })).toBe('denied')
    expect(await verdict({ purpose: 'ai_processing' })).toBe('granted')
    expect(await verdict({ medium: 'sms' })).toBe('unknown')
  })

  it('is unknown again once a yes has expired', async () => {
    await note({ state: 'granted', expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
    expect([await verdict(), await mark()]).toEqual(['granted', 'granted'])
    const expiresAt = new Date(Date.now() - 1000)
    await world.deps.database.db.update(consents).set({ expiresAt }).where(eq(consents.contactId, contactId))
    await world.deps.jobs.enqueue(world.deps.database.db, expireConsentsJob, {})
    await world.deps.jobs.drain(world.deps)
    expect([await verdict(), await mark()]).toEqual(['unknown', 'unknown'])
  })

  it('blocks a number for which there was a no, and only that one', async () => {
    const { channel: other } = await createChannel(world.deps, inbox.companyId)
    await note({ state: 'granted' })
    await note({ state: 'denied', channelId: other.id })
    const keys = [inbox.channel.id, other.id].map((channelId) => ({ companyId: inbox.companyId, contactId, channelId }))
    const denied = await findDenied(world.deps.database.pool, keys)
    expect(keys.map((key) => denied.has(key))).toEqual([false, true])
    expect(await verdict({ channelId: other.id })).toBe('denied')
    expect(await verdict({ channelId: inbox.channel.id })).toBe('granted')
    expect((await read()).effective[0]).toMatchObject({
      state: 'granted',
      numbers: [{ id: other.id, state: 'denied', stoppedByPerson: false }],
    })
  })

  it('lets only the person end what they stopped in WhatsApp, whatever is noted and whenever it comes', async () => {
    const now = Math.floor(Date.now() / 1000)
    const channelId = inbox.channel.id
    await note({ state: 'granted', channelId })
    expect(await verdict({ channelId })).toBe('granted')
    await preference('stop', now - 3600)
    expect(await verdict({ channelId }), 'a stop that comes late ends a yes of somebody else').toBe('denied')
    expect((await note({ state: 'granted', channelId })).body).toMatchObject({
      ...{ status: 409, code: 'consent_stopped_by_person' },
    })
    await note({ state: 'granted' })
    expect(await verdict({ channelId })).toBe('denied')
    expect((await read()).effective[0].numbers).toMatchObject([{ id: channelId, stoppedByPerson: true }])
    await preference('resume', now)
    expect(await verdict({ channelId })).toBe('granted')
  })

  it('takes no number of another company, no future, no unknown contact', async () => {
    const { channel } = (await openTeamInbox(world)) as { channel: { id: string } }
    expect((await note({ state: 'granted', channelId: channel.id })).status).toBe(422)
    expect((await note({ state: 'granted', at: new Date(Date.now() + 60_000).toISOString() })).status).toBe(422)
    expect((await note({ state: 'granted', expiresAt: new Date(0).toISOString() })).status).toBe(422)
    expect((await inbox.call('POST', `contacts/${newId()}/consents`, { state: 'granted' })).status).toBe(404)
  })
})

describe('whoever is suppressed', () => {
  const ban = (value: string) => suppressions.suppress(ctx(), inbox.companyId, [{ kind: 'phone', value }], 'erased')

  it('is not taken in, in whatever notation', async () => {
    const digits = '5581988776655'
    await ban('558188776655')
    for (const typed of [`+${digits}`, '+55 81 98877-6655', '(81) 8877-6655'])
      expect((await inbox.call('POST', 'contacts', { phone: typed })).body).toMatchObject({
        ...{ status: 422, code: 'contact_suppressed' },
      })
    expect((await (await openTeamInbox(world)).call('POST', 'contacts', { phone: digits })).status).toBe(201)
  })

  it('is not written to, and what was on its way is dropped', async () => {
    const { id } = await inbox.conversationOf(phone)
    const say = () =>
      inbox.call('POST', `conversations/${id}/messages`, { type: 'text', clientKey: newId(), body: 'Oi' })
    const waiting = await say()
    const other = await inbox.write('Oi')
    const passing = await inbox.call('POST', `conversations/${(await inbox.conversationOf(other)).id}/messages`, {
      ...{ type: 'text', clientKey: newId(), body: 'Oi' },
    })
    expect([waiting.status, passing.status]).toEqual([201, 201])
    const suppressed = async () => (await inbox.call('GET', `conversations/${id}`)).body.suppressed
    expect(await suppressed()).toBe('no')
    await ban(phone)
    expect(await suppressed(), 'they wrote before').toBe('blocked')
    expect((await say()).body).toMatchObject({ status: 422, code: 'contact_suppressed' })
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    const rowOf = (messageId: string) => findMessage(world.deps, inbox.companyId, messageId)
    await eventually(async () => (await rowOf(waiting.body.id))?.status === 'failed')
    await eventually(async () => (await rowOf(passing.body.id))?.status !== 'queued')
    await sender.stop()
    expect(await rowOf(waiting.body.id)).toMatchObject({ errorDetails: 'contact_suppressed', wamid: null })
    const { received } = await world.control.log()
    expect([received[waiting.body.id], received[passing.body.id]]).toEqual([undefined, 1])
    await world.forgetSends()
  })

  it('is answered by people while the window is open that they opened since, and by nothing else', async () => {
    const { id } = await inbox.conversationOf(phone)
    const say = (draft: object = { type: 'text', body: 'Oi' }) =>
      inbox.call('POST', `conversations/${id}/messages`, { clientKey: newId(), ...draft })
    await ban(phone)
    await world.deps.database.db
      .update(suppressionsTable)
      .set({ createdAt: new Date(Date.now() - 3_600_000) })
      .where(eq(suppressionsTable.companyId, inbox.companyId))
    await inbox.write('Mudei de ideia', { phone })
    const reply = await say()
    expect(reply.status, JSON.stringify(reply.body)).toBe(201)
    expect((await inbox.call('GET', `conversations/${id}`)).body.suppressed).toBe('replies')
    const template = { type: 'template', template: { name: 'order_ready', language: 'pt_BR' } }
    expect((await say(template)).body.code).toBe('contact_suppressed')
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    const rowOf = () => findMessage(world.deps, inbox.companyId, reply.body.id)
    await eventually(async () => (await rowOf())?.status !== 'queued')
    await sender.stop()
    expect((await world.control.log()).received[reply.body.id]).toBe(1)
    await world.forgetSends()
    expect((await read()).suppression).toMatchObject({ reason: 'erased' })
  })

  it('keeps the company silent by itself as well', async () => {
    const stranger = somePhone()
    await inbox.settings('routing', { greeting: { enabled: true, text: 'Olá!' } })
    await ban(stranger)
    await inbox.write('Oi', { phone: stranger })
    expect(await inbox.said((await inbox.conversationOf(stranger)).id)).toEqual([])
  })
})
