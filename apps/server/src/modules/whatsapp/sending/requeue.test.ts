import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { acceptBulk } from '#server/modules/inbox/composing/index.ts'
import { createConversation, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { type Claimed, claimSends } from './queries/claims.ts'
import { settle } from './sender/settle.ts'
import type { SettledSends } from './settled.ts'

let world: WhatsappWorld
let channelId: string
let messageId: string

beforeEach(async () => {
  world = await startWhatsappWorld()
  const { company, channel } = await world.company()
  channelId = channel.id
  messageId = newId()
  const conversation = await createConversation(world.deps, channel, {})
  const people = { conversationId: conversation.id, contactId: conversation.contactId, recipient: conversation.phone }
  const content = { type: 'text', body: 'Novidades', payload: {}, origin: 'campaign' as const }
  await acceptBulk(systemCtx(world.deps, 'test'), [
    { companyId: company.id, messageId, channelId, ...people, ...content },
  ])
})
afterEach(async () => {
  await world.forgetSends()
  await world.close()
})

const claim = async (): Promise<Claimed> => {
  const claimant = { owner: 'me', priority: 10, leaseSeconds: 60 }
  const [claimed] = await claimSends(world.deps.database.pool, [{ channelId, count: 1 }], claimant)
  if (!claimed) throw new Error('nothing to claim')
  return claimed
}
const settled = (what: SettledSends) => settle(world.deps, world.deps.database.pool, what, 60)
const loseSight = (send: Claimed) => settled({ outcome: 'unknown', sends: [send] })
const putBack = (send: Claimed) =>
  settled({ outcome: 'requeued', sends: [{ ...send, waitSeconds: 0, costsAttempt: false, slowed: false }] })
const statusOf = async () =>
  (await world.deps.database.pool.query('select status from messages where id = $1', [messageId])).rows[0].status
const stateOf = async () =>
  (await world.deps.database.pool.query('select state from outbound_sends where message_id = $1', [messageId])).rows[0]
    ?.state

test('putting a send back once more, after it was claimed again, does not make it waiting while it is in flight', async () => {
  const first = await claim()
  await putBack(first)
  const second = await claim()
  await putBack(first)
  expect(await stateOf()).toBe(1)
  await loseSight(second)
  await putBack(first)
  expect(await stateOf()).toBe(2)
})

test('a send whose fate another process took for unknown waits again when its own process knows better', async () => {
  const send = await claim()
  await loseSight(send)
  expect([await stateOf(), await statusOf()]).toEqual([2, 'unknown'])
  await putBack(send)
  expect([await stateOf(), await statusOf()]).toEqual([0, 'queued'])
})

test('what follows from an outcome and the outcome itself are written together or not at all', async () => {
  const send = await claim()
  const { deps } = world
  const broken = async () => {
    throw new Error('the process ended here')
  }
  const failing = { ...deps, handlers: { ...deps.handlers, settled: [...deps.handlers.settled, broken] } }
  const error = { code: 131026, errorClass: 'recipient', details: null, trace: null }
  const failed: SettledSends = { outcome: 'failed', sends: [{ ...send, ...error }] }
  await expect(settle(failing, deps.database.pool, failed, 60)).rejects.toThrow('ended here')
  expect([await stateOf(), await statusOf()]).toEqual([1, 'queued'])
  await settled(failed)
  await settled(failed)
  expect([await stateOf(), await statusOf()]).toEqual([undefined, 'failed'])
})
