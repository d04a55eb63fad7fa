import type { CanonicalEvent } from '@recado/contracts/integrations/canonical-events'
import type { EventMap, FieldMap, Transform } from '@recado/contracts/integrations/webhook-mapping'

type Fields = Record<string, FieldMap>

/** Where a field is found, and what is done with it. */
export const from = (path: string, ...transforms: Transform[]): FieldMap => ({ path, transforms, required: false })

export const trim: Transform = { op: 'trim' }
export const lower: Transform = { op: 'lower' }
export const firstWord: Transform = { op: 'first_word' }
export const phone: Transform = { op: 'phone', country: 'BR' }
export const number: Transform = { op: 'number', decimal: '.' }
export const cents: Transform = { op: 'divide', by: 100 }
export const upper: Transform = { op: 'upper' }
export const joined: Transform = { op: 'join', separator: ', ' }
export const date: Transform = { op: 'date', from: 'iso' }

/** Maps of events that have the same fields. */
export const events = (fields: Fields, canonical: Readonly<Record<string, CanonicalEvent>>): EventMap[] =>
  Object.entries(canonical).map(([event, to]) => ({ event, canonical: to, enabled: true, fields }))
