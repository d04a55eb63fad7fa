import { z } from 'zod'
import { isoOf } from './http.ts'
import { type Receipt, receiptStatuses } from './provider.ts'

const plain = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  event: z.enum(receiptStatuses),
  date: z.string().optional(),
})

/**
 * Receipts of customers' own endpoints: `{"id", "event", "date"}` or a list of such objects. `id` is what sending
 * answered, `event` one of `receiptStatuses`, `date` ISO 8601. What does not look so is left out.
 */
export const parsePlainReceipts = (body: unknown): Receipt[] =>
  [body].flat().flatMap((raw) => {
    const parsed = plain.safeParse(raw)
    if (!parsed.success) return []
    const { id, event, date } = parsed.data
    const at = isoOf(date)
    return [{ id, event, status: event, ...(at ? { at } : {}), raw }]
  })
