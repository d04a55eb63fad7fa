import { expect, it } from 'vitest'
import { holdsStatuses, shardCount, shardOf } from './shard.ts'

const bodyWith = (value: object) =>
  Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: '1', changes: [{ value: { metadata: { phone_number_id: '77' }, ...value }, field: 'messages' }] }],
    }),
  )
const message = { id: 'wamid.1', type: 'text', text: { body: 'she wrote "statuses": and "messages":' } }
const status = { id: 'wamid.1', status: 'read', biz_opaque_callback_data: '"messages":' }

it('keeps what people write apart from bodies of statuses alone', () => {
  expect(holdsStatuses(shardOf(bodyWith({ statuses: [status] })))).toBe(true)
  expect(holdsStatuses(shardOf(bodyWith({ messages: [message] })))).toBe(false)
  expect(holdsStatuses(shardOf(bodyWith({ messages: [message], statuses: [status] })))).toBe(false)
  expect(holdsStatuses(shardOf(bodyWith({ event: 'APPROVED' })))).toBe(false)
})

it('gives all bodies of one number and kind the same shard', () => {
  const shards = ['a', 'b', 'c'].map((id) => shardOf(bodyWith({ statuses: [{ ...status, id }] })))
  expect(new Set(shards).size).toBe(1)
  expect(Math.max(...shards)).toBeLessThan(shardCount)
})
