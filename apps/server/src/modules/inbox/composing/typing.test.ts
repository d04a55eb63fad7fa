import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { createConversation, createInbound } from '#server/test/whatsapp-world.ts'

let world: TeamInboxWorld
let inbox: TeamInbox

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

/** A customer who has written to the sandbox too. */
const talk = async (fields: { windowOpen?: boolean } = {}) => {
  const conversation = await createConversation(world.deps, inbox.channel, fields)
  const { phoneNumberId } = inbox.channel
  const { wamid } = await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  const inbound = await createInbound(world.deps, conversation, wamid)
  await world.deps.database.pool.query('update conversations set unread_count = 1 where id = $1', [conversation.id])
  return { ...conversation, inbound }
}
const threadOf = async (phone: string) =>
  (await world.control.threads(inbox.channel.phoneNumberId)).find((thread) => thread.waId === phone)
const readAtMeta = async (id: string) => {
  const [row] = (await inbox.messagesOf(id)).filter(({ direction }) => direction === 'in')
  return row?.readAt !== null
}
const type = (id: string) => inbox.call('POST', `conversations/${id}/typing`, {})
const open = async (id: string) => {
  await inbox.call('PUT', `conversations/${id}/read`, { read: true })
  await inbox.settle()
}
const answer = async (id: string) => {
  await inbox.call('POST', `conversations/${id}/messages`, { type: 'text', clientKey: newId(), body: 'Olá' })
  await inbox.settle()
}

describe('typing', () => {
  it('is shown to the customer while the window is open', async () => {
    const { id, phone } = await talk()
    expect((await type(id)).status).toBe(202)
    expect(await threadOf(phone)).toMatchObject({ typing: true })
  })

  it('is not shown while the window is closed, when the company disabled it, or when reads are private', async () => {
    const closed = await talk({ windowOpen: false })
    expect((await type(closed.id)).status).toBe(202)
    expect(await threadOf(closed.phone)).toMatchObject({ typing: false })
    for (const settings of [{ typingIndicator: false }, { readReceipts: 'off' }]) {
      await inbox.chatSettings(settings)
      const { id, phone } = await talk()
      await type(id)
      expect(await threadOf(phone)).toMatchObject({ typing: false })
    }
  })
})

describe('blue ticks', () => {
  it.each([
    ['on_open', [true, true]],
    ['on_reply', [false, true]],
    ['off', [false, false]],
  ])('%s', async (readReceipts, [afterOpening, afterAnswer]) => {
    await inbox.chatSettings({ readReceipts })
    const { id } = await talk()
    await open(id)
    expect(await readAtMeta(id)).toBe(afterOpening)
    await answer(id)
    expect(await readAtMeta(id)).toBe(afterAnswer)
  })
})
