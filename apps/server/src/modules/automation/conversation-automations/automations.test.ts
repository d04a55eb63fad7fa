import { setTimeout as sleep } from 'node:timers/promises'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { consents, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import {
  deliver,
  envelope,
  inboundMessage,
  somePhone,
  someWamid,
  statusBody,
  textContent,
} from '#server/test/webhooks.ts'
import { eventually, findMessage } from '#server/test/whatsapp-world.ts'
import { findWindowsThatClose, resolveSilent } from './sweeps.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const marketing = async () => {
  const { db } = world.deps.database
  await db.insert(templates).values({
    ...{
      id: newId(),
      companyId: inbox.companyId,
      waAccountId: inbox.account.id,
      name: 'weekly_news',
      language: 'pt_BR',
    },
    ...{
      category: 'MARKETING',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Novidades na loja desta semana.' }],
    },
  })
  await db.insert(templates).values({
    ...{ id: newId(), companyId: inbox.companyId, waAccountId: inbox.account.id, name: 'ready', language: 'pt_BR' },
    ...{
      category: 'UTILITY',
      status: 'APPROVED',
      components: [{ type: 'BODY', text: 'Seu pedido chegou e pode ser retirado.' }],
    },
  })
}
const sendTemplate = (conversationId: string, name: string) =>
  inbox.call('POST', `conversations/${conversationId}/messages`, {
    ...{ type: 'template', clientKey: newId(), template: { name, language: 'pt_BR', values: {} } },
  })
const marketingOf = async (contactId: string) => {
  const [row] = await world.deps.database.db.select().from(contacts).where(eq(contacts.id, contactId))
  return row?.marketing
}

describe('greeting and away message', () => {
  const texts = {
    greeting: { enabled: true, text: 'Olá! Já vamos atender você.' },
    away: { enabled: true, text: 'Voltamos às 9h.' },
  }

  it('greets once when a conversation begins, and the customer goes on waiting', async () => {
    await inbox.settings('routing', texts)
    const phone = await inbox.write('Oi')
    await inbox.write('Alguém?', { phone })
    const row = await inbox.conversationOf(phone)
    expect(await inbox.said(row.id)).toEqual([texts.greeting.text])
    expect(row).toMatchObject({ firstResponseAt: null, assigneeId: null, status: 'open' })
    expect(row.waitingSince).not.toBeNull()
    const [greeting] = (await inbox.messagesOf(row.id)).filter((m) => m.direction === 'out')
    expect(greeting).toMatchObject({ origin: 'automation', authorId: null })
  })

  it('sends the away message once per closed period, instead of the greeting', async () => {
    const businessHoursId = await inbox.hours([])
    await inbox.settings('routing', { ...texts, businessHoursId })
    const phone = await inbox.write('Oi')
    await inbox.write('Alguém?', { phone })
    expect(await inbox.said((await inbox.conversationOf(phone)).id)).toEqual([texts.away.text])
  })

  it('answers neither the phone app, nor history, nor what came late, nor the same webhook again', async () => {
    await inbox.settings('routing', texts)
    const [echoed, past] = [somePhone(), somePhone()]
    const now = Math.floor(Date.now() / 1000)
    const echo = { from: '558130304040', to: echoed, id: someWamid(), timestamp: String(now), ...textContent('Oi!') }
    await deliver(world.app, world.deps, envelope(inbox.line, { message_echoes: [echo] }, 'smb_message_echoes'))
    const thread = {
      id: past,
      messages: [{ ...inboundMessage({ phone: past }, textContent('Antes')), history_context: { status: 'READ' } }],
    }
    const history = { history: [{ metadata: { phase: 0, chunk_order: 1, progress: 100 }, threads: [thread] }] }
    await deliver(world.app, world.deps, envelope(inbox.line, history, 'history'))
    await inbox.settle()
    const late = await inbox.write('Oi', { at: now - 3600 })
    const id = someWamid()
    const twice = await inbox.write('Oi', { id })
    await inbox.write('Oi', { phone: twice, id })
    expect(await inbox.said((await inbox.conversationOf(echoed)).id)).toEqual(['Oi!'])
    expect(await inbox.said((await inbox.conversationOf(past)).id)).toEqual([])
    expect(await inbox.said((await inbox.conversationOf(late)).id)).toEqual([])
    expect(await inbox.said((await inbox.conversationOf(twice)).id)).toEqual([texts.greeting.text])
  })
})

describe('an answer that WhatsApp refuses', () => {
  it('leaves the customer waiting and stands among the failed ones', async () => {
    const phone = await inbox.write('Oi')
    const { id, waitingSince } = await inbox.conversationOf(phone)
    const failed = async () => (await inbox.call('GET', 'conversations/counts')).body.failed
    await inbox.call('POST', `conversations/${id}/messages`, { type: 'text', clientKey: newId(), body: 'Bom dia' })
    expect((await inbox.conversationOf(phone)).waitingSince).toBeNull()
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    try {
      // Meta has heard nothing from this person, and its window is closed.
      await eventually(async () => {
        await inbox.settle()
        return (await failed()) === 1
      })
    } finally {
      await sender.stop()
    }
    expect(await inbox.conversationOf(phone)).toMatchObject({ waitingSince, firstResponseAt: null })
    await world.forgetSends()
  })
})

describe('opting out', () => {
  it.each(['PARAR', ' parar! ', 'Stop.', 'Páre'])(
    'hears %j, confirms it once and greets nobody who asks for silence',
    async (word) => {
      await inbox.settings('routing', { greeting: { enabled: true, text: 'Olá!' } })
      const phone = await inbox.write(word)
      const row = await inbox.conversationOf(phone)
      expect(await marketingOf(row.contactId)).toBe('denied')
      const said = await inbox.said(row.id)
      expect(said).toHaveLength(1)
      expect(said[0]).toContain(word.toLowerCase().includes('stop') ? 'promotions' : 'divulgações')
      expect(await inbox.lines(row.id)).toContain('opted_out')
    },
  )

  it('is no part of a sentence', async () => {
    const phone = await inbox.write('Quero parar de esperar')
    expect(await marketingOf((await inbox.conversationOf(phone)).contactId)).toBe('unknown')
  })

  it('keeps marketing away and lets the rest pass, until the person resumes', async () => {
    await marketing()
    const phone = await inbox.write('SAIR')
    const { id } = await inbox.conversationOf(phone)
    expect((await sendTemplate(id, 'weekly_news')).body).toMatchObject({ status: 422, code: 'opted_out' })
    expect((await sendTemplate(id, 'ready')).status).toBe(201)
    await inbox.write('voltar', { phone })
    expect((await sendTemplate(id, 'weekly_news')).status).toBe(201)
    expect(await inbox.lines(id)).toEqual(expect.arrayContaining(['opted_out', 'opted_in']))
  })

  it('makes no yes of a word by which nothing is resumed, nor of one whose purpose is not told', async () => {
    const phone = await inbox.write('voltar')
    const { id, contactId } = await inbox.conversationOf(phone)
    await deliver(
      world.app,
      world.deps,
      envelope(inbox.line, { user_preferences: [{ wa_id: phone, value: 'resume' }] }, 'user_preferences'),
    )
    await inbox.settle()
    expect(await marketingOf(contactId)).toBe('unknown')
    expect(await inbox.said(id)).toEqual([])
  })

  it('stays with the number it was asked from, and with both where none is known, when a merge is undone', async () => {
    const [kept, gone] = [await inbox.write('Oi'), await inbox.write('Oi')]
    const { contactId } = await inbox.conversationOf(kept)
    const { contactId: otherId } = await inbox.conversationOf(gone)
    const merged = async () => {
      const { body } = await inbox.call('POST', `contacts/${contactId}/merges`, { otherId })
      return () => inbox.call('DELETE', `contacts/${contactId}/merges/${body.merge.id}`)
    }
    const both = () => Promise.all([marketingOf(contactId), marketingOf(otherId)])
    const undoFirst = await merged()
    await inbox.write('PARAR', { phone: gone })
    expect(await marketingOf(contactId)).toBe('denied')
    await undoFirst()
    expect(await both()).toEqual(['unknown', 'denied'])
    await inbox.write('VOLTAR', { phone: gone })
    const undoSecond = await merged()
    const { version } = (await inbox.call('GET', `contacts/${contactId}`)).body
    await inbox.call('PATCH', `contacts/${contactId}`, { version, marketing: 'denied' })
    await undoSecond()
    expect(await both()).toEqual(['denied', 'denied'])
  })

  it('catches what waits to be sent (opt-out race)', async () => {
    await marketing()
    const phone = await inbox.write('Oi')
    const { id } = await inbox.conversationOf(phone)
    const queued = await sendTemplate(id, 'weekly_news')
    const service = await sendTemplate(id, 'ready')
    await inbox.write('PARAR', { phone })
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    const failed = await eventually(async () => {
      const row = await findMessage(world.deps, inbox.companyId, queued.body.id)
      return row?.status === 'failed' && row
    })
    await eventually(async () => (await findMessage(world.deps, inbox.companyId, service.body.id))?.status !== 'queued')
    await sender.stop()
    expect(failed).toMatchObject({ errorClass: 'opted_out', wamid: null })
    const { received } = await world.control.log()
    expect(received[queued.body.id]).toBeUndefined()
    expect(received[service.body.id]).toBe(1)
    await world.forgetSends()
  })

  const preference = (phone: string, value: 'stop' | 'resume', at: number) =>
    deliver(
      world.app,
      world.deps,
      envelope(
        inbox.line,
        {
          contacts: [{ profile: { name: 'Bia' }, wa_id: phone }],
          user_preferences: [
            { wa_id: phone, detail: 'User requested', category: 'marketing_messages', value, timestamp: at },
          ],
        },
        'user_preferences',
      ),
    )

  it('follows what people choose in WhatsApp: the newest word, however late it arrives, and for that number', async () => {
    await marketing()
    const phone = await inbox.write('Oi')
    const { id, contactId } = await inbox.conversationOf(phone)
    const now = Math.floor(Date.now() / 1000)
    await preference(phone, 'stop', now)
    await inbox.settle()
    await preference(phone, 'resume', now - 60)
    await preference(phone, 'stop', now)
    await inbox.settle()
    expect(await marketingOf(contactId)).toBe('denied')
    expect((await sendTemplate(id, 'weekly_news')).body.code).toBe('opted_out')
    const rows = await world.deps.database.db.select().from(consents).where(eq(consents.contactId, contactId))
    expect(rows.map(({ state, source, channelId }) => [state, source, channelId]).sort()).toEqual([
      ['denied', 'whatsapp', inbox.channel.id],
      ['granted', 'whatsapp', inbox.channel.id],
    ])
    await preference(phone, 'resume', now + 1)
    await inbox.settle()
    expect(await marketingOf(contactId)).toBe('granted')
  })

  it('learns from error 131050, and from no other', async () => {
    await marketing()
    const told = async (code: number) => {
      const phone = await inbox.write('Oi')
      const { id, contactId } = await inbox.conversationOf(phone)
      const sent = await sendTemplate(id, 'weekly_news')
      const errors = [{ code, title: 'x', message: 'x', error_data: { details: 'x' } }]
      const extra = { errors, biz_opaque_callback_data: sent.body.id }
      await deliver(
        world.app,
        world.deps,
        statusBody(inbox.line, someWamid(), 'failed', Math.floor(Date.now() / 1000), extra),
      )
      await inbox.settle()
      return marketingOf(contactId)
    }
    expect(await told(131050)).toBe('denied')
    expect(await told(131049)).toBe('unknown')
    await world.forgetSends()
  })
})

describe('limits of a channel', () => {
  const begin = async () => {
    await marketing()
    return (await inbox.conversationOf(await inbox.write('Oi'))).id
  }
  const hour = (shift: number) => {
    const at = new Date(Date.now() - 3 * 3_600_000 + shift * 3_600_000)
    return `${String(at.getUTCHours()).padStart(2, '0')}:00`
  }

  it('says until when it is quiet, to marketing alone', async () => {
    const id = await begin()
    await inbox.settings('limits', { quietHours: { enabled: true, from: hour(-2), to: hour(3) } })
    const refused = await sendTemplate(id, 'weekly_news')
    expect(refused.body).toMatchObject({ code: 'sending_paused', data: { reason: 'quiet_hours' } })
    expect(new Date(refused.body.data.until).getTime()).toBeGreaterThan(Date.now())
    expect((await sendTemplate(id, 'ready')).status).toBe(201)
  })

  it('sends no more marketing in a day than the cap, and holds the rest', async () => {
    const id = await begin()
    const first = await sendTemplate(id, 'weekly_news')
    const second = await sendTemplate(id, 'weekly_news')
    await inbox.settings('limits', { marketingPerDay: 1, messagesPerSecond: 5 })
    const sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
    const statusOf = async (message: { body: { id: string } }) =>
      (await findMessage(world.deps, inbox.companyId, message.body.id))?.status
    await eventually(async () => (await statusOf(first)) !== 'queued')
    await eventually(async () => {
      const [row] = await world.deps.database.db
        .select()
        .from(outboundSends)
        .where(eq(outboundSends.messageId, second.body.id))
      return row && row.notBefore.getTime() > Date.now() + 60_000
    })
    await sender.stop()
    expect(await statusOf(second)).toBe('queued')
    expect((await sendTemplate(id, 'weekly_news')).body).toMatchObject({
      code: 'sending_paused',
      data: { reason: 'marketing_cap' },
    })
    await world.forgetSends()
  })
})

describe('what must not happen', () => {
  it('resolves what has been silent for the days that the company waits', async () => {
    await inbox.chatSettings({ autoResolveDays: 3, csat: { enabled: true } })
    const [old, young] = [await inbox.write('Oi'), await inbox.write('Oi')]
    const { id } = await inbox.conversationOf(old)
    await world.deps.database.db
      .update(conversations)
      .set({ lastMessageAt: new Date(Date.now() - 4 * 86_400_000) })
      .where(eq(conversations.id, id))
    await resolveSilent(world.deps)
    await inbox.settle()
    expect(await inbox.conversationOf(old)).toMatchObject({ status: 'resolved', resolvedBy: null })
    expect(await inbox.said(id)).toEqual([])
    expect((await inbox.conversationOf(young)).status).toBe('open')
  })

  it('tells the assignee once that a window closes while the customer waits', async () => {
    const inboxes = await openInboxes(world)
    const ana = await inbox.agent()
    await inboxes.refresh()
    const phone = await inbox.write('Oi')
    const { id } = await inbox.conversationOf(phone)
    await world.deps.database.db
      .update(conversations)
      .set({ assigneeId: ana.id, windowExpiresAt: new Date(Date.now() + 57 * 60_000) })
      .where(and(eq(conversations.companyId, inbox.companyId), eq(conversations.id, id)))
    await findWindowsThatClose(world.deps)
    await findWindowsThatClose(world.deps)
    await sleep(0)
    const told = (await inboxes.inboxOf(ana.id)).filter((n) => n.templateIdentifier === 'conversation.window_closing')
    expect(told).toHaveLength(1)
  })
})
