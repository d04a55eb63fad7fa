import type { QueryValue } from './http.ts'
import type { IFeedPage, IMessage, IStoreQuery } from './wire.ts'

/** Key of a query, alike for queries that select the same notifications. */
export const feedKey = ({ limit: _, ...query }: IStoreQuery = {}): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

const base64 = (text: string): string => {
  let binary = ''
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** A query as the server reads it: the payload as base64 of JSON. */
export const feedParams = ({ payload, limit: _, ...query }: IStoreQuery = {}): Record<string, QueryValue> => ({
  ...(query as Record<string, QueryValue>),
  ...(payload ? { payload: base64(JSON.stringify(payload)) } : {}),
})

export interface Pages {
  items: readonly IMessage[]
  hasMore: boolean
  totalCount: number
}

/** Items that did not change keep their identity. */
const settle = (old: ReadonlyMap<string, IMessage>, message: IMessage): IMessage => {
  const known = old.get(message._id)
  return known && JSON.stringify(known) === JSON.stringify(message) ? known : message
}

/**
 * Puts a page into what is known: for the time between its newest and its oldest notification the page is the truth
 * (what it lacks is gone), everything else stays. The first page also speaks for all that is newer, the last for all
 * that is older.
 */
export const mergePage = (known: Pages, page: IFeedPage): Pages => {
  const first = page.data[0]
  const last = page.data.at(-1)
  if (!first || !last) {
    const items = page.page === 0 ? [] : known.items.slice(0, page.totalCount)
    return { items, hasMore: false, totalCount: items.length }
  }
  const old = new Map(known.items.map((message) => [message._id, message]))
  const ids = new Set(page.data.map(({ _id }) => _id))
  const others = known.items.filter(({ _id }) => !ids.has(_id))
  const newer = page.page === 0 ? [] : others.filter(({ createdAt }) => createdAt >= first.createdAt)
  const older = page.hasMore ? others.filter(({ createdAt }) => createdAt <= last.createdAt) : []
  const after = new Set(newer)
  const items = [
    ...newer,
    ...page.data.map((message) => settle(old, message)),
    ...older.filter((message) => !after.has(message)),
  ]
  return {
    items,
    hasMore: page.hasMore && (older.length === 0 || known.hasMore),
    totalCount: Math.max(page.totalCount, items.length),
  }
}

export const listOf = <T>(value: T | T[] | undefined): T[] => {
  if (value === undefined) return []
  return Array.isArray(value) ? value : [value]
}
