import type { MacroStep } from '@recado/contracts/inbox/macros'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { cannedReplies } from '#server/db/schema/inbox/canned-replies.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { macros } from '#server/db/schema/inbox/macros.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { type Sender, startSender } from '#server/modules/whatsapp/sending/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { createLabel } from '#server/test/company-settings.ts'
import {
  createConversation,
  createInbound,
  eventually,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'

let world: WhatsappWorld
let sender: Sender
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 30 })
})
beforeEach(async () => {
  home = await world.company()
  // What is held for a time, and how, is shown elsewhere.
  await world.deps.database.db.insert(chatSettings).values({ companyId: home.company.id, settings: { undoSeconds: 0 } })
  emitChange(world.deps, 'settings.updated', { companyId: home.company.id })
  const url = `/api/v1/channels/${home.channel.id}/template-syncs`
  await world.app.inject({ method: 'POST', url, headers: home.headers, payload: {} })
})
afterAll(async () => {
  await sender.stop()
  await world.close()
})

const talk = async () => {
  const conversation = await createConversation(world.deps, home.channel)
  const { phoneNumberId } = home.channel
  const written = await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  await createInbound(world.deps, conversation, written.wamid)
  const { contactId } = await stateOf(conversation.id)
  await world.deps.database.db.update(contacts).set({ name: 'Bia Rocha' }).where(eq(contacts.id, contactId))
  return conversation
}
const stateOf = async (id: string) => {
  const [row] = await world.deps.database.db.select().from(conversations).where(eq(conversations.id, id))
  if (!row) throw new Error('The conversation is gone')
  return row
}
const run = (id: string, macroId: string, clientKey: string) =>
  world.app.inject({
    method: 'POST',
    url: `/api/v1/conversations/${id}/macro-runs`,
    headers: home.headers,
    payload: { macroId, clientKey },
  })
const sentTo = async (phone: string) =>
  (await world.control.messages({ waId: phone, phoneNumberId: home.channel.phoneNumberId }))
    .filter(({ direction }) => direction === 'out')
    .map(({ message }) => message)

const values = { 'header.1': 'A-19', 'body.1': '{{contact.first_name}}', 'body.2': '19h', 'button.0': 'A-19' }
const template: MacroStep = { type: 'send_template', template: { name: 'order_ready', language: 'pt_BR', values } }

const createMacro = async () => {
  const base = { companyId: home.company.id, scope: 'company' as const }
  const [label, canned] = [await createLabel(world.deps, home.company.id, 'Pronto'), newId()]
  const content = { text: 'Obrigado, {{contact.first_name}}!', fileId: null }
  await world.deps.database.db.insert(cannedReplies).values({ ...base, id: canned, shortcut: 'o', title: 'O', content })
  const steps: MacroStep[] = [
    { type: 'send_canned', cannedReplyId: canned },
    template,
    { type: 'add_labels', labelIds: [label.id] },
    { type: 'resolve' },
  ]
  const rows = [
    { ...base, id: newId(), name: 'Tudo', steps },
    { ...base, id: newId(), name: 'Sem texto', steps: steps.slice(1) },
  ] as const
  await world.deps.database.db.insert(macros).values([...rows])
  return { label, whole: rows[0].id, withoutText: rows[1].id }
}

describe('a macro that sends', () => {
  test('sends each message once, in its order, and does the rest, also when it is run twice at once', async () => {
    const [conversation, macro] = [await talk(), await createMacro()]
    const key = newId()
    const answers = await Promise.all([run(conversation.id, macro.whole, key), run(conversation.id, macro.whole, key)])
    answers.push(await run(conversation.id, macro.whole, key))
    for (const answer of answers) expect(answer.statusCode, answer.body).toBe(201)
    await eventually(async () => (await sentTo(conversation.phone)).length === 2)
    const [text, order] = await sentTo(conversation.phone)
    expect(text?.['text']).toMatchObject({ body: 'Obrigado, Bia!' })
    expect(order?.['template']).toMatchObject({ name: 'order_ready', language: { code: 'pt_BR' } })
    expect(JSON.stringify(order)).toContain('"Bia"')
    expect(await stateOf(conversation.id)).toMatchObject({ status: 'resolved', labelIds: [macro.label.id] })
  })

  test('sends once in each of many conversations, however often that is asked for with one key', async () => {
    const [first, second, macro] = [await talk(), await talk(), await createMacro()]
    const payload = {
      ids: [first.id, second.id],
      change: { type: 'macro', macroId: macro.whole, clientKey: newId() },
    }
    const change = () =>
      world.app.inject({ method: 'POST', url: '/api/v1/conversations/changes', headers: home.headers, payload })
    const answers = [...(await Promise.all([change(), change()])), await change()]
    expect(answers.map((answer) => answer.json())).toEqual(answers.map(() => ({ done: 2, failed: [] })))
    for (const { id } of [first, second]) {
      const sent = and(eq(messages.conversationId, id), eq(messages.direction, 'out'))
      expect(await world.deps.database.db.$count(messages, sent)).toBe(2)
    }
  })

  test('sends nothing and changes nothing in a closed window, unless its messages are templates', async () => {
    const [conversation, macro] = [await talk(), await createMacro()]
    const { db } = world.deps.database
    await db.update(conversations).set({ windowExpiresAt: new Date() }).where(eq(conversations.id, conversation.id))
    const refused = await run(conversation.id, macro.whole, newId())
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'window_closed'])
    expect(await stateOf(conversation.id)).toMatchObject({ status: 'open', labelIds: [] })
    const key = newId()
    for (const _ of [1, 2]) expect((await run(conversation.id, macro.withoutText, key)).statusCode).toBe(201)
    await eventually(async () => (await sentTo(conversation.phone)).length === 1)
    expect((await sentTo(conversation.phone)).map(({ type }) => type)).toEqual(['template'])
    expect(await stateOf(conversation.id)).toMatchObject({ status: 'resolved', labelIds: [macro.label.id] })
  })
})

describe('what a page that is left hands over', () => {
  test('goes out once and in its order, and what is refused holds up nothing', async () => {
    const { id, phone } = await talk()
    const url = `/api/v1/conversations/${id}/writings`
    const words = (body: string) => ({ type: 'text', clientKey: newId(), body })
    const refused = { ...words('to what?'), replyToId: newId() }
    const items = [words('one'), { ...words('for the team'), type: 'note' }, refused, words('two'), words('three')]
    const leave = () => world.app.inject({ method: 'POST', url, headers: home.headers, payload: { items } })
    const answers = await Promise.all([leave(), leave()])
    for (const answer of answers)
      expect(answer.json()).toEqual({ failed: [{ clientKey: refused.clientKey, code: 'validation_failed' }] })
    await eventually(async () => (await sentTo(phone)).length === 3)
    expect((await sentTo(phone)).map((message) => message['text'])).toMatchObject(
      ['one', 'two', 'three'].map((body) => ({ body })),
    )
    const timeline = await world.app.inject({ url: `/api/v1/conversations/${id}/messages`, headers: home.headers })
    const written = timeline.json<{ data: { body: string; direction: string }[] }>().data
    expect(written.flatMap(({ body, direction }) => (direction === 'in' ? [] : [body]))).toEqual([
      'one',
      'for the team',
      'two',
      'three',
    ])
  })
})
