import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createConversation,
  eventually,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
} from '../../test/whatsapp-world.ts'
import { type Sender, startSender } from './index.ts'

let world: WhatsappWorld
let sender: Sender
let home: Awaited<ReturnType<WhatsappWorld['company']>>

beforeAll(async () => {
  world = await startWhatsappWorld()
  home = await world.company()
  sender = startSender(world.deps, { sweepMs: 100, ownershipSeconds: 3 })
})
afterAll(async () => {
  await sender.stop()
  await world.close()
})

/** A conversation whose contact has written to the sandbox too, so that its window is open on both sides. */
const talk = async (fields: Parameters<typeof createConversation>[2] = {}) => {
  const conversation = await createConversation(world.deps, home.channel, fields)
  if (fields.windowOpen !== false)
    await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId: home.channel.phoneNumberId })
  return conversation
}

const post = (path: string, payload: unknown, headers: Record<string, string> = home.headers) =>
  world.app.inject({
    method: 'POST',
    url: `/api/v1/conversations/${path}`,
    payload: payload as object,
    headers: { ...headers, origin: 'http://localhost:5000' },
  })

const text = (body = 'Bom dia') => ({ type: 'text', clientKey: uuidv7(), body })
const reached = (id: string, status: string) =>
  eventually(async () => {
    const row = await findMessage(world.deps, home.company.id, id)
    return row?.status === status && row
  })
const sentTo = async (phone: string) =>
  (await world.control.messages({ waId: phone })).filter((message) => message.direction === 'out')

describe('sending a text', () => {
  test('it is durable at once and accepted by WhatsApp soon after', async () => {
    const conversation = await talk()
    const answer = await post(`${conversation.id}/messages`, text('Bom dia *Bia*'))
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ status: 'queued', body: 'Bom dia *Bia*', author: { id: home.user.id } })
    const row = await reached(answer.json().id, 'accepted')
    const [message] = await sentTo(conversation.phone)
    expect(message).toMatchObject({ wamid: row.wamid, callbackData: row.id })
  })
})
