import { z } from 'zod'

/** Words for "nothing" that clients write into query strings. */
const nothing = new Set(['', 'undefined', 'null'])

/** A list in a query: `key[]=a&key[]=b`, `key=a&key=b` or `key=a,b`. Absent when empty. */
export const queryList = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const parts = [value ?? []].flat().flatMap((part) => part.split(','))
    const items = parts.map((part) => part.trim()).filter((part) => !nothing.has(part))
    return items.length > 0 ? items : undefined
  })

/** `true` or `false` as text; anything else counts as absent. */
export const queryFlag = z
  .union([z.string(), z.boolean(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const text = String([value].flat().at(-1))
    return text === 'true' ? true : text === 'false' ? false : undefined
  })

/** Page numbers begin at 0. */
export const queryPage = z.coerce.number().int().min(0).default(0)

export const queryLimit = (fallback: number, max: number) =>
  z.coerce
    .number()
    .int()
    .min(1, 'limit must not be less than 1')
    .max(max, `limit must not be greater than ${max}`)
    .default(fallback)

/** Documents of the wire carry more than their schema names. */
export const wireObject = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape)

export const acknowledged = z.object({ acknowledged: z.boolean(), status: z.string() })

/** A page without envelope: the counts and `data` are the body itself. */
export const wirePage = <T extends z.ZodType>(item: T) =>
  z.looseObject({ page: z.number(), pageSize: z.number(), data: z.array(item) })
