import type { ChangeEvent, ConversationViewers } from '@recado/contracts/realtime'
import type { Reading } from '#server/admission/strain.ts'

/** What happened to the inbox of a subscriber (internal id): new messages, or flags that counts depend on. */
export type FeedChange = { subscriberId: string; received?: string[]; unseen: boolean; unread: boolean }

/** A webhook body on its way to the process that works its shard; its bytes are the characters of a text. */
export type StoredBody = { id: string; shard: number; receivedAt: number; accountId: string | null; bytes: string }

/** What travels between processes. Nothing here is the only copy of a fact. */
export type BusEvents = {
  /** Change events for the browsers in some rooms. */
  changes: { rooms: string[]; change: ChangeEvent }
  /** Who has a conversation open in one process. */
  viewers: { processId: string; conversationId: string; viewers: ConversationViewers['viewers'] }
  /** Sessions that ended: their sockets are closed. */
  'session.ended': { sessionIds: string[] }
  /** A session works in another company now: sockets that named none are closed. */
  'session.moved': { sessionId: string }
  /** What a company lets its members do changed, or one of them: the sockets that work there are closed. */
  'company.changed': { companyId: string; userId?: string }
  /** A process does bulk work: all measure how people are served. */
  'bulk.busy': Record<string, never>
  /** How late a process is for people. */
  'people.lag': Reading
  /** Someone waits for a process again, while bulk work is under way. */
  'people.came': Record<string, never>
  /** A queue of jobs, a channel's sender or the webhook processor has work. */
  'jobs.wake': { queue: string }
  'sends.wake': { channelIds: string[] }
  'webhooks.wake': { shards: number[] }
  /** Bodies that are stored now, as far as the bus carries so much: the others need not read them. */
  'webhooks.stored': { bodies: StoredBody[] }
  /** Systems told companies something that waits in these shards. */
  'inbound.wake': { shards: number[] }
  /** Something happened that automations start by, or runs of theirs have something to do. */
  'automations.wake': Record<string, never>
  /** A merged tag was replaced in published graphs of an automation: cached ones are out of date. */
  'automation_graphs.changed': { automationId: string }
  /** An integration was changed: what is known of its address must be read again. */
  'inbound.changed': { integrationId: string }
  /** Endpoints are to be told something; `soon`: also those that are left alone for a while because they failed. */
  'deliveries.wake': { endpointIds: string[]; soon?: boolean }
  /** Which systems companies can connect is another matter now. */
  'webhook_sources.changed': Record<string, never>
  /** Cached facts about a channel are out of date. */
  'channel.changed': { channelId: string }
  /** Templates of an account changed: which may be sent must be read again. */
  'templates.changed': { accountId: string }
  /** The settings of the installation were saved. */
  'settings.changed': Record<string, never>
  /** The notification engine has events or jobs to do. */
  'notifications.wake': { environmentId: string }
  /** Cached definitions of an environment (keys, workflows, integrations, layouts…) are out of date. */
  'notifications.changed': { environmentId: string }
  /** Inboxes changed: their sockets are told. */
  'notifications.feed': { changes: FeedChange[] }
  /** Subscribers (internal ids) that are gone: their sockets are closed. */
  'notifications.removed': { subscriberIds: string[] }
}
export type BusTopic = keyof BusEvents
export type BusMessage = { [T in BusTopic]: [T, BusEvents[T]] }[BusTopic]

export type RealtimeBus = {
  /** Passes on to subscribers here at once, and to other processes in the next batch. */
  publish: <T extends BusTopic>(topic: T, payload: BusEvents[T]) => void
  subscribe: <T extends BusTopic>(topic: T, handler: (payload: BusEvents[T]) => void) => () => void
  /** Called when messages of other processes were missed, and what they told must be read again. */
  onGap: (handler: () => void) => void
  /** Whether messages of any size reach the others now, without a queue. */
  carriesMuch: () => boolean
  close: () => Promise<void>
}

/** Carries batches between processes; `deliver` is called with those of others. */
export type BusDriver = {
  /** Whether it carries messages of any size. */
  carriesMuch?: boolean
  send: (batch: BusMessage[]) => Promise<void>
  close: () => Promise<void>
}
export type BusDriverFactory = (deliver: (batch: BusMessage[]) => void, gap: () => void) => Promise<BusDriver>

const MAX_BACKLOG = 20_000
/** With more messages waiting the others are behind, and large ones would only fill the memory. */
const CARRIES_WAITING = 50

/** The bus over a driver; without one it serves this process alone. */
export const createBus = async (connect?: BusDriverFactory): Promise<RealtimeBus> => {
  const handlers = new Map<BusTopic, Set<(payload: never) => void>>()
  const gapHandlers: (() => void)[] = []
  let outgoing: BusMessage[] = []
  let sending = false

  const deliver = ([topic, payload]: BusMessage) => {
    for (const handler of handlers.get(topic) ?? []) handler(payload as never)
  }
  const gap = () => {
    for (const handler of gapHandlers) handler()
  }
  const driver = await connect?.((batch) => batch.forEach(deliver), gap)

  const flush = async () => {
    if (sending || !driver) return
    sending = true
    while (outgoing.length > 0) {
      const batch = outgoing.splice(0, 500)
      // A batch that cannot be sent is dropped: browsers and workers of other processes catch up from the database.
      await driver.send(batch).catch(() => undefined)
    }
    sending = false
  }

  return {
    publish: (topic, payload) => {
      const message = [topic, payload] as BusMessage
      deliver(message)
      if (!driver) return
      if (outgoing.length >= MAX_BACKLOG) outgoing = outgoing.slice(MAX_BACKLOG / 2)
      outgoing.push(message)
      setImmediate(() => void flush())
    },
    subscribe: (topic, handler) => {
      const set = handlers.get(topic) ?? new Set()
      handlers.set(topic, set)
      set.add(handler as (payload: never) => void)
      return () => void set.delete(handler as (payload: never) => void)
    },
    carriesMuch: () => driver?.carriesMuch === true && outgoing.length < CARRIES_WAITING,
    onGap: (handler) => void gapHandlers.push(handler),
    close: async () => {
      await flush()
      await driver?.close()
    },
  }
}
