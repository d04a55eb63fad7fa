import { setImmediate } from 'node:timers/promises'
import type { InboxMessage } from '@recado/contracts/notifications/inbox'
import { type Ctx, type Deps, systemCtx } from '#server/context.ts'
import type { Withheld } from '#server/notifications/shared/inbox-guard.ts'
import type { FeedChange } from '#server/realtime/bus.ts'
import { hasAny } from '../messages/payload-filter.ts'
import { countInbox, countsOf, type InboxCounts } from '../messages/queries/inbox.ts'
import { findMessagesByIds } from '../messages/queries/messages.ts'
import { messageView, messageViews } from '../messages/view.ts'

/** Changes of this long are told together; the first after a pause is told at once. */
const GATHER_MS = 15
const RETRY_MS = 1000
const SUBSCRIBERS_AT_ONCE = 1000
const MESSAGES_AT_ONCE = 1000
/** Of one subscriber, so that their sockets can take them. */
const RECEIVED_AT_ONCE = 100
const MAX_WAITING = 20_000
/** After so many characters sockets are given time to send them. */
const BREATH_LENGTH = 256 * 1024
/** The number up to which unseen and unread messages are counted. */
const MAX_COUNT = 100

/** `grown`: nothing but new messages, so that counts have not become less. */
type Change = { received: string[]; unseen: boolean; unread: boolean; grown: boolean }
type Changes = Map<string, Change>

export type FeedEvent = {
  name: 'notification_received' | 'unseen_count_changed' | 'unread_count_changed'
  payload: Record<string, unknown>
}
export type Audience = {
  has: (subscriberId: string) => boolean
  ids: () => Iterable<string>
  /** The sockets of these subscribers, by what they see. */
  views: (subscriberIds: Iterable<string>) => Promise<ReadonlyMap<string, readonly View[]>>
}

/** Sockets of one subscriber from which the same is withheld; takes events for each of them, in order. */
export type View = { withheld: Withheld; emit: (events: readonly FeedEvent[]) => void }

/** What is still to be told, by subscriber (internal id), in the order in which it came. */
const createWaiting = () => {
  const waiting: Changes = new Map()
  let messages = 0
  return {
    isEmpty: () => waiting.size === 0,
    add: ({ subscriberId, received = [], unseen, unread }: FeedChange) => {
      const change = waiting.get(subscriberId) ?? { received: [], unseen: false, unread: false, grown: true }
      // Beyond the bound only counts are told; clients read their lists again by them.
      const kept = received.slice(0, Math.max(0, MAX_WAITING - messages))
      messages += kept.length
      change.received.push(...kept)
      change.unseen ||= unseen
      change.unread ||= unread
      change.grown &&= received.length > 0
      waiting.set(subscriberId, change)
    },
    take: (): Changes => {
      const taken: Changes = new Map()
      let room = MESSAGES_AT_ONCE
      for (const [id, change] of waiting) {
        if (taken.size === SUBSCRIBERS_AT_ONCE || room === 0) break
        const received = change.received.splice(0, Math.min(RECEIVED_AT_ONCE, room))
        room -= received.length
        messages -= received.length
        taken.set(id, { ...change, received })
        if (change.received.length === 0) waiting.delete(id)
      }
      return taken
    },
  }
}

const counted = (name: FeedEvent['name'], field: 'unseenCount' | 'unreadCount', count: number): FeedEvent => ({
  name,
  payload: { [field]: Math.min(count, MAX_COUNT), hasMore: count > MAX_COUNT },
})

type Fresh = Map<string, InboxMessage>

/** The messages that are to be told: those written in this process are at hand, the others are read. */
const findReceived = async (ctx: Ctx, fresh: Fresh, changes: Changes): Promise<Fresh> => {
  const found: Fresh = new Map()
  const missing: string[] = []
  for (const id of [...changes.values()].flatMap((change) => change.received)) {
    const message = fresh.get(id)
    fresh.delete(id)
    if (message) found.set(id, message)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  const rows = await findMessagesByIds(ctx, missing)
  const inbox = rows.filter((row) => row.channel === 'in_app')
  for (const message of await messageViews(ctx, inbox)) found.set(message._id, message)
  return found
}

/** Counts of subscribers; those that were past the limit and have only grown since are past it still. */
const createCounts = () => {
  const past = new Set<string>()
  const full: InboxCounts = { unseen: MAX_COUNT + 1, unread: MAX_COUNT + 1 }
  return {
    forget: (id: string) => past.delete(id),
    of: async (ctx: Ctx, changes: Changes): Promise<Map<string, InboxCounts>> => {
      const wanted = [...changes].filter(([, change]) => change.unseen || change.unread)
      const still = wanted.filter(([id, { grown }]) => grown && past.has(id)).map(([id]) => id)
      const asked = wanted.filter(([id, { grown }]) => !grown || !past.has(id)).map(([id]) => id)
      const counts = await countsOf(ctx, asked, MAX_COUNT + 1)
      for (const [id, { unseen, unread }] of counts) {
        if (unseen > MAX_COUNT && unread > MAX_COUNT) past.add(id)
        else past.delete(id)
      }
      for (const id of still) counts.set(id, full)
      return counts
    },
  }
}

/** Counts for who does not see everything. */
const countShown = async (ctx: Ctx, id: string, withheld: Withheld): Promise<InboxCounts> => {
  // No feed is asked for, so that the environment does not matter.
  const inbox = { ...ctx, subscriber: { id }, environment: { id: '' }, withheld }
  const count = (filter: { seen?: boolean; read?: boolean }) => countInbox(inbox, filter, MAX_COUNT + 1)
  const [unseen, unread] = await Promise.all([count({ seen: false }), count({ read: false })])
  return { unseen, unread }
}

type Told = { fresh: Fresh; counts: ReturnType<typeof createCounts> }

const tell = async (ctx: Ctx, audience: Audience, changes: Changes, told: Told): Promise<void> => {
  const [messages, counts, views] = await Promise.all([
    findReceived(ctx, told.fresh, changes),
    told.counts.of(ctx, changes),
    audience.views(changes.keys()),
  ])
  let emitted = 0
  for (const [id, { received, unseen, unread }] of changes) {
    const own = received.flatMap((messageId) => messages.get(messageId) ?? [])
    for (const { withheld, emit } of views.get(id) ?? []) {
      const count = withheld.length > 0 ? await countShown(ctx, id, withheld) : counts.get(id)
      emit([
        ...own
          .filter(({ _subscriberId, payload }) => _subscriberId === id && !hasAny(payload, withheld))
          .map((message): FeedEvent => ({ name: 'notification_received', payload: { message } })),
        ...(count && unseen ? [counted('unseen_count_changed', 'unseenCount', count.unseen)] : []),
        ...(count && unread ? [counted('unread_count_changed', 'unreadCount', count.unread)] : []),
      ])
    }
    emitted += own.reduce((length, { content }) => length + content.length, 0)
    if (emitted < BREATH_LENGTH) continue
    emitted = 0
    await setImmediate()
  }
}

/**
 * Turns changes of inboxes into the events of their subscribers' sockets here: first the messages received, then the
 * counts. Counts are read when they are sent, so what is sent last is true whatever was gathered.
 */
export const createInboxFeed = (deps: Deps, audience: Audience) => {
  const ctx = systemCtx(deps, 'notifications.feed')
  const waiting = createWaiting()
  const told: Told = { fresh: new Map(), counts: createCounts() }
  let timer: NodeJS.Timeout | undefined
  let telling: Promise<void> | undefined
  let quietFrom = 0
  let closed = false

  const run = async () => {
    const changes = waiting.take()
    let pause = GATHER_MS
    try {
      await tell(ctx, audience, changes, told)
    } catch (err) {
      deps.log.error({ err }, 'the changes of inboxes could not be told')
      for (const subscriberId of changes.keys()) waiting.add({ subscriberId, unseen: true, unread: true })
      pause = RETRY_MS
    }
    telling = undefined
    quietFrom = performance.now() + pause
    schedule()
  }
  const begin = () => {
    timer = undefined
    telling = run()
  }
  const schedule = () => {
    if (closed || timer || telling || waiting.isEmpty()) return
    timer = setTimeout(begin, Math.max(0, quietFrom - performance.now()))
  }
  const add = (changes: Iterable<FeedChange>) => {
    for (const change of changes) {
      if (audience.has(change.subscriberId)) waiting.add(change)
      else told.counts.forget(change.subscriberId)
    }
    schedule()
  }

  const stops = [
    deps.bus.subscribe('notifications.feed', ({ changes }) => add(changes)),
    deps.notifications.onWritten((written) => {
      if (told.fresh.size > MAX_WAITING) told.fresh.clear()
      for (const { row, around } of written) {
        if (audience.has(row.subscriberId)) told.fresh.set(row.id, messageView(row, around))
      }
    }),
  ]
  // What other processes told in between is lost; counts are sent again, and clients read their lists by them.
  deps.bus.onGap(() =>
    add(Array.from(audience.ids(), (subscriberId) => ({ subscriberId, unseen: true, unread: true }))),
  )

  return {
    close: async () => {
      closed = true
      for (const stop of stops) stop()
      clearTimeout(timer)
      await telling
    },
  }
}
