import { z } from 'zod'
import type { Fields } from '../state/types.ts'
import { addMessage, customerOf, type World } from '../state/world.ts'
import { numberOf } from './customer-actions.ts'

/** A conversation that happened before: it is kept, and no one is told by a webhook. */
export const historyRequest = z.object({
  phoneNumberId: z.string().optional(),
  phone: z.string().min(7),
  name: z.string().max(100),
  messages: z.array(
    z.object({
      wamid: z.string().min(8),
      direction: z.enum(['in', 'out']),
      type: z.string().default('text'),
      content: z.unknown(),
      /** Milliseconds since 1970. */
      at: z.number(),
    }),
  ),
})

export const addHistory = (world: World, input: z.infer<typeof historyRequest>): { added: number } => {
  const number = numberOf(world, input.phoneNumberId)
  const customer = customerOf(world, input.phone, input.name)
  const fresh = input.messages.filter((message) => !world.messages.has(message.wamid))
  for (const { wamid, direction, type, content, at } of fresh) {
    const message: Fields = { id: wamid, type, [type]: content, timestamp: String(Math.floor(at / 1000)) }
    addMessage(world, {
      wamid,
      phoneNumberId: number.id,
      waId: customer.waId,
      direction,
      type,
      message,
      at,
      status: direction === 'in' ? 'delivered' : 'read',
      error: null,
      callbackData: null,
      category: 'service',
      reactions: {},
      revoked: false,
    })
  }
  return { added: fresh.length }
}
