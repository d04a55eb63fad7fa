import { z } from 'zod'
import { canonicalEvents } from './canonical-events.ts'

/** `path`: characters of a path. */
export const mappingLimits = { events: 40, fields: 40, transforms: 6, path: 300, table: 50, text: 500 } as const

export const fieldKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const text = z.string().max(mappingLimits.text)

/** What is done with a value, one after the other. */
export const transform = z.discriminatedUnion('op', [
  z.object({ op: z.literal('trim') }),
  z.object({ op: z.literal('lower') }),
  z.object({ op: z.literal('upper') }),
  z.object({ op: z.literal('first_word') }),
  /** To international digits; numbers without a country code are read as of `country`. */
  z.object({ op: z.literal('phone'), country: z.string().length(2).default('BR') }),
  /** `decimal`: what stands before the fraction. */
  z.object({ op: z.literal('number'), decimal: z.enum(['.', ',']).default('.') }),
  z.object({ op: z.literal('divide'), by: z.number().positive().max(1_000_000) }),
  /** To ISO 8601. */
  z.object({ op: z.literal('date'), from: z.enum(['iso', 'seconds', 'milliseconds', 'day_first']).default('iso') }),
  /** An amount as people read it. */
  z.object({ op: z.literal('money'), currency: z.string().length(3).default('BRL'), locale: z.enum(['en', 'pt']) }),
  z.object({ op: z.literal('join'), separator: z.string().max(10) }),
  z.object({
    op: z.literal('map'),
    table: z
      .record(z.string().max(100), text)
      .refine((table) => Object.keys(table).length <= mappingLimits.table, { params: { code: 'too_many_entries' } }),
    /** What stands for a value that is not in the table; null leaves it as it is. */
    otherwise: text.nullable().default(null),
  }),
  z.object({ op: z.literal('default'), value: text }),
])
export type Transform = z.output<typeof transform>

/** Where a field is found. */
export const fieldMap = z.object({
  /** JSONPath (RFC 9535). */
  path: z.string().trim().min(1).max(mappingLimits.path),
  transforms: z.array(transform).max(mappingLimits.transforms).default([]),
  /** Without it nothing is done about the event. */
  required: z.boolean().default(false),
})
export type FieldMap = z.output<typeof fieldMap>

export const fieldMaps = z
  .record(fieldKey, fieldMap)
  .refine((fields) => Object.keys(fields).length <= mappingLimits.fields, { params: { code: 'too_many_entries' } })

/** What an event of a source means. */
export const eventMap = z.object({
  /** As the source calls it; `*` for any that has no map of its own. */
  event: z.string().trim().min(1).max(100),
  canonical: z.enum(canonicalEvents),
  enabled: z.boolean().default(true),
  fields: fieldMaps,
})
export type EventMap = z.output<typeof eventMap>

export const webhookMapping = z.object({
  events: z
    .array(eventMap)
    .max(mappingLimits.events)
    .refine((events) => new Set(events.map(({ event }) => event)).size === events.length, {
      params: { code: 'duplicate' },
    })
    .default([]),
})
export type WebhookMapping = z.output<typeof webhookMapping>
