import type { FilePart } from '../http/exchange.ts'
import type { World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import type { Fields } from './field-checks.ts'

/** One Graph call after its token was checked. `query` and `fields` are merged: clients put fields in either. */
export type GraphCall = {
  world: World
  outbox: Outbox
  method: string
  /** Path segments after the version. */
  segments: string[]
  fields: Fields
  file: FilePart | null
  raw: Buffer
  headers: Record<string, string | string[] | undefined>
  token: string
}

export const success = { success: true }

/** Picks the asked fields of a node; `id` always comes along. */
export const pick = (node: Fields, fields: unknown, defaults: string[]): Fields => {
  const asked =
    typeof fields === 'string' && fields !== ''
      ? fields.split(/,(?![^{(]*[})])/).map((field) => field.replace(/[.{(].*$/, '').trim())
      : defaults
  const picked: Fields = {}
  for (const field of asked) if (node[field] !== undefined) picked[field] = node[field]
  return { ...picked, id: node.id }
}

/** A page of a list with Meta's cursors. */
export const pageOf = (items: Fields[], fields: Fields, url: string): Fields => {
  const limit = Math.min(1000, Math.max(1, Number(fields.limit) || 25))
  const start = fields.after ? Number(Buffer.from(String(fields.after), 'base64url').toString()) || 0 : 0
  const data = items.slice(start, start + limit)
  if (data.length === 0) return { data: [] }
  const cursor = (index: number) => Buffer.from(String(index)).toString('base64url')
  const end = start + data.length
  const more = end < items.length
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string' && name !== 'access_token') query.set(name, value)
  query.set('after', cursor(end))
  return {
    data,
    paging: { cursors: { before: cursor(start), after: cursor(end) }, ...(more && { next: `${url}?${query}` }) },
  }
}
