import type { CanonicalEvent } from '@recado/contracts/integrations/canonical-events'
import type { WebhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import { readPath } from '#server/lib/json-path.ts'
import { type FieldValue, transformed } from './transforms.ts'

export type Fields = Readonly<Record<string, FieldValue>>

/** An event in the product's own words. */
export type Mapped = {
  canonical: CanonicalEvent
  fields: Fields
  /** Fields that must be there, and are not. */
  missing: readonly string[]
}

/** What an event means by a company's map; null for one that it does nothing about. */
export const mapEvent = ({ events }: WebhookMapping, event: string | null, json: unknown): Mapped | null => {
  const map = events.find((one) => one.event === event) ?? events.find((one) => one.event === '*')
  if (!map?.enabled) return null
  const read = Object.entries(map.fields).map(([key, { path, transforms, required }]) => ({
    key,
    required,
    value: transformed(readPath(path, json), transforms),
  }))
  return {
    canonical: map.canonical,
    fields: Object.fromEntries(read.flatMap(({ key, value }) => (value === undefined ? [] : [[key, value]]))),
    missing: read.filter(({ required, value }) => required && value === undefined).map(({ key }) => key),
  }
}
