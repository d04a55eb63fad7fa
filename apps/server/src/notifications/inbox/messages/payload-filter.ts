import { sanitizeJson } from '#server/lib/sanitize-text.ts'
import { badRequest } from '#server/notifications/shared/errors.ts'
import type { PayloadEntry } from '#server/notifications/shared/inbox-guard.ts'

const DEEPEST = 40
const MOST = 100

const refused = () => badRequest('Invalid payload, the JSON object should be encoded to base64 string.')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Browsers encode with `btoa`, which writes one byte for each letter of Latin-1. */
const textOf = (bytes: Buffer) => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}

const parse = (encoded: string): unknown => {
  try {
    return JSON.parse(textOf(Buffer.from(encoded.replaceAll(' ', '+'), 'base64')))
  } catch {
    throw refused()
  }
}

const flatten = (value: unknown, path: string[]): PayloadEntry[] => {
  if (path.length > DEEPEST) throw refused()
  const inner = isObject(value) ? Object.entries(value) : []
  if (inner.length === 0) return [{ path, value }]
  return inner.flatMap(([key, entry]) => flatten(entry, [...path, ...key.split('.')]))
}

/** The values that a payload must have, of an object whose nested keys may be joined by dots. */
export const payloadEntries = (wanted: unknown): PayloadEntry[] => {
  const given = sanitizeJson(wanted)
  if (!isObject(given)) throw refused()
  const entries = Object.entries(given).flatMap(([key, value]) => flatten(value, key.split('.')))
  if (entries.length > MOST) throw refused()
  return entries
}

/** What the `payload` of a feed's query asks for: such an object as base64 of JSON. */
export const readPayloadFilter = (encoded: string): PayloadEntry[] => payloadEntries(parse(encoded))

/** The smallest object that has the value at the path. */
const objectOf = ({ path, value }: PayloadEntry): unknown =>
  path.reduceRight((inner: unknown, key) => Object.fromEntries([[key, inner]]), value)

/** Such objects as JSON, for statements. */
export const objectsOf = (entries: readonly PayloadEntry[]): string[] =>
  entries.map((entry) => JSON.stringify(objectOf(entry)))

/** Whether a payload has one of these values. */
export const hasAny = (payload: unknown, entries: readonly PayloadEntry[]): boolean =>
  entries.some(
    ({ path, value }) =>
      path.reduce((inner: unknown, key) => (isObject(inner) ? inner[key] : undefined), payload) === value,
  )
