import type { EndpointResponse } from '@recado/contracts/endpoint'
import type { listMessages, Message } from '@recado/contracts/inbox/messages'

export type MessagePage = EndpointResponse<typeof listMessages>

/** What the browser knows of a conversation: a stretch without holes that ends at its newest message. */
export type MessageCache = { messages: Message[]; before: string | null; after: string | null; hasBefore: boolean }

const inOrder = (a: Message, b: Message): number =>
  Date.parse(a.occurredAt) - Date.parse(b.occurredAt) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

const isSame = (a: Message, b: Message): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** An address of bytes that still works is kept, so that a picture does not load again. */
const keepingUrl = (known: Message, fresh: Message): Message =>
  known.media?.url && fresh.media?.url && known.media.state === fresh.media.state
    ? { ...fresh, media: { ...fresh.media, url: known.media.url } }
    : fresh

/** Known messages with fresh ones taken in. Unchanged messages stay the same objects, and an unchanged list too. */
export const mergeMessages = (known: Message[], fresh: readonly Message[]): Message[] => {
  if (fresh.length === 0) return known
  const last = known.at(-1)
  const first = fresh[0]
  if (!last) return [...fresh].sort(inOrder)
  if (first && inOrder(last, first) < 0 && fresh.every((m, i) => i === 0 || inOrder(fresh[i - 1] ?? m, m) < 0)) {
    return [...known, ...fresh]
  }
  const byId = new Map(fresh.map((message) => [message.id, message]))
  let changed = false
  const merged = known.map((message) => {
    const update = byId.get(message.id)
    if (!update) return message
    byId.delete(message.id)
    const next = keepingUrl(message, update)
    if (isSame(message, next)) return message
    changed = true
    return next
  })
  if (byId.size === 0) return changed ? merged : known
  return [...merged, ...byId.values()].sort(inOrder)
}

export const cacheOf = ({ data, page }: MessagePage): MessageCache => ({
  messages: data,
  before: page.before,
  after: page.after,
  hasBefore: page.has_before,
})

/** Takes in the newest page again: merged when it reaches back to what is known, else it replaces it, lest a hole stays. */
export const withNewest = (known: MessageCache | undefined, { data, page }: MessagePage): MessageCache => {
  const [oldest] = data
  const touches = !page.has_before || known?.messages.some(({ id }) => id === oldest?.id)
  if (!known || known.messages.length === 0 || !touches) return cacheOf({ data, page })
  return { ...known, messages: mergeMessages(known.messages, data), after: page.after ?? known.after }
}

/** Takes in a page of older messages. */
export const withOlder = (known: MessageCache, page: MessagePage): MessageCache => {
  const ids = new Set(known.messages.map(({ id }) => id))
  const older = page.data.filter(({ id }) => !ids.has(id))
  return {
    messages: [...older, ...known.messages],
    before: page.page.before ?? known.before,
    after: known.after,
    hasBefore: page.page.has_before && page.data.length > 0,
  }
}

/** Takes in named messages. Those older than what is known are left for when their page is read. */
export const withNamed = (known: MessageCache, fresh: readonly Message[]): MessageCache => {
  const oldest = known.messages[0]
  const inside = known.hasBefore && oldest ? fresh.filter((message) => inOrder(message, oldest) >= 0) : fresh
  const messages = mergeMessages(known.messages, inside)
  return messages === known.messages ? known : { ...known, messages }
}
