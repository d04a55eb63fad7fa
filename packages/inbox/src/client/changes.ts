import type { Core } from './core.ts'
import type { createCounts } from './counts.ts'
import { listOf } from './feed.ts'
import type { FeedBook, Overlay } from './feed-book.ts'
import type { Inbox } from './types.ts'
import type { IMark, IMessage } from './wire.ts'

const isUnread = ({ read, seen }: IMessage) => !(read ?? seen)
const isPutAway = ({ archived, snoozedUntil }: IMessage) => Boolean(archived || snoozedUntil)

const marked = (message: IMessage, mark: IMark): IMessage => {
  const same = (mark.seen ?? message.seen) === message.seen && (mark.read ?? message.read) === message.read
  return same ? message : { ...message, ...mark }
}

/** What a change does to the counts, from how the notifications that are known look before and after it. */
const shiftOf = (before: readonly IMessage[], after: (message: IMessage) => IMessage | null) => {
  const shift = { unseen: 0, unread: 0 }
  for (const message of before) {
    const shown = isPutAway(message) ? null : message
    const next = after(message)
    const later = next && !isPutAway(next) ? next : null
    shift.unseen += Number(later?.seen === false) - Number(shown?.seen === false)
    shift.unread += Number(later !== null && isUnread(later)) - Number(shown !== null && isUnread(shown))
  }
  return shift
}

type Parts = {
  book: FeedBook
  counts: ReturnType<typeof createCounts>
  /** Asks for the counts of all. */
  readCounts: () => void
  refreshSoon: () => void
}

type Wanted<T> = {
  known: readonly IMessage[]
  overlay: Overlay
  make: () => Promise<T>
  /** How things look by the answer; by default as they were shown. */
  keep?: (answer: T) => Overlay
  shift?: { unseen: number | 'none'; unread: number | 'none' }
}

type Change = <T>(wanted: Wanted<T>) => Promise<T>

/**
 * Shows a change at once, then makes it. The counts follow: the server tells them by the socket, and they are asked for
 * when it refused, or told another number before it had answered.
 */
const createChange =
  (core: Core, { book, counts, readCounts, refreshSoon }: Parts): Change =>
  async ({ known, overlay, make, keep = () => overlay, shift = shiftOf(known, (message) => overlay(message, {})) }) => {
    const { signal } = core
    book.lay(overlay)
    counts.begin()
    const takeBack = [counts.shift('unseen', shift.unseen), counts.shift('unread', shift.unread)]
    let isRefused = false
    try {
      const answer = await make()
      book.lift(overlay, keep(answer))
      return answer
    } catch (error) {
      isRefused = true
      book.lift(overlay, null)
      if (!signal.aborted) for (const undo of takeBack) undo()
      throw error
    } finally {
      const isDoubtful = counts.settle()
      if (!signal.aborted) {
        if (isRefused || isDoubtful) readCounts()
        refreshSoon()
      }
    }
  }

/** As many as servers take at once. */
const CHUNK = 100

const chunksOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / CHUNK) }, (_, chunk) => ids.slice(chunk * CHUNK, (chunk + 1) * CHUNK))

/** A change of these notifications alone. */
const onlyOf =
  (ids: ReadonlySet<string>) =>
  (edit: Overlay): Overlay =>
  (message, query) =>
    ids.has(message._id) ? edit(message, query) : message

/** What the server answered takes the place of what was shown. */
const answered = (overlay: Overlay) => (messages: readonly IMessage[]) => {
  const byId = new Map(messages.map((message) => [message._id, message]))
  const keep: Overlay = (message, query) => overlay(byId.get(message._id) ?? message, query)
  return keep
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const hasValues = (own: unknown, wanted: unknown): boolean =>
  isObject(wanted)
    ? isObject(own) && Object.entries(wanted).every(([key, value]) => hasValues(own[key], value))
    : own === wanted

/** Changes of whole lists: those that hold a feed of the service, or all. What was put away stays as it is. */
const createListChanges = (
  core: Core,
  { book }: Parts,
  change: Change,
): Pick<Inbox, 'markAllRead' | 'markAllSeen' | 'removeAll'> => {
  const held = (feedId?: string | string[], payload: Record<string, unknown> = {}) => {
    const messages = book
      .holding(listOf(feedId))
      .filter((message) => !isPutAway(message) && hasValues(message.payload, payload))
    const ids = new Set(messages.map(({ _id }) => _id))
    return { messages, only: onlyOf(ids) }
  }
  const markAll = (
    path: 'read' | 'seen',
    mark: IMark,
    feedId?: string | string[],
    payload?: Record<string, unknown>,
  ) => {
    const { messages, only } = held(feedId, payload)
    const overlay = only((message) => marked(message, mark))
    const { unseen, unread } = shiftOf(messages, (message) => overlay(message, {}))
    // The service leaves what was read as it is when all is seen.
    const shift = { unseen, unread: mark.read ? unread : 0 }
    const body = { ...(feedId !== undefined && { feedId }), ...(payload && { payload }) }
    return change({
      known: messages,
      overlay,
      make: () => core.data<number>({ method: 'POST', path: `/messages/${path}`, body }),
      shift: feedId === undefined && !payload ? { unseen: 'none', unread: mark.read ? 'none' : 0 } : shift,
    })
  }
  return {
    markAllRead: (feedId, payload) => markAll('read', { seen: true, read: true }, feedId, payload),
    markAllSeen: (feedId, payload) => markAll('seen', { seen: true, read: false }, feedId, payload),
    async removeAll(feedId) {
      const { messages, only } = held(feedId)
      const call = { method: 'DELETE', path: '/messages', query: { feedId } } as const
      await change({ known: messages, overlay: only(() => null), make: () => core.call(call) })
    },
  }
}

type MessageChanges = Pick<Inbox, 'markAs' | 'remove' | 'archive' | 'snooze' | 'updateAction'>

/** Changes of notifications that are named. */
const createMessageChanges = (core: Core, { book }: Parts, change: Change): MessageChanges => {
  const known = (messageId: string | string[]) => {
    const ids = new Set(listOf(messageId))
    return { ids: [...ids], messages: book.find(ids), only: onlyOf(ids) }
  }
  const post = <T>(path: string, body: unknown) => core.data<T>({ method: 'POST', path, body })
  const postAll = async (path: string, ids: readonly string[], body: object): Promise<IMessage[]> => {
    const answers: IMessage[] = []
    for (const some of chunksOf(ids)) answers.push(...(await post<IMessage[]>(path, { messageId: some, ...body })))
    return answers
  }

  return {
    markAs(messageId, given) {
      const mark = given.seen === undefined && given.read === undefined ? { seen: true } : given
      const { ids, messages, only } = known(messageId)
      const overlay = only((message) => marked(message, mark))
      const make = () => postAll('/messages/markAs', ids, { mark })
      return change({ known: messages, overlay, make, keep: answered(overlay) })
    },
    remove(messageId) {
      const { ids, messages, only } = known(messageId)
      const [first] = ids
      const removeOne = () => core.data<IMessage>({ method: 'DELETE', path: `/messages/${first}` })
      const removeSome = async () => {
        for (const some of chunksOf(ids)) await post('/messages/bulk/delete', { messageIds: some })
        return undefined
      }
      return change<IMessage | undefined>({
        known: messages,
        overlay: only(() => null),
        make: ids.length === 1 ? removeOne : removeSome,
      })
    },
    archive(messageId, archived) {
      const { ids, messages, only } = known(messageId)
      const put = (message: IMessage): IMessage => ({
        ...message,
        archived,
        ...(archived && { seen: true, read: true }),
      })
      const overlay = only((message, query) => (Boolean(query.archived) === archived ? put(message) : null))
      return change({ known: messages, overlay, make: () => postAll('/messages/archive', ids, { archived }) })
    },
    snooze(messageId, until) {
      const { ids, messages, only } = known(messageId)
      const snoozedUntil = until?.toISOString() ?? null
      const overlay = only((message, query) => {
        return Boolean(query.snoozed) === (until !== null) ? { ...message, snoozedUntil } : null
      })
      return change({ known: messages, overlay, make: () => postAll('/messages/snooze', ids, { snoozedUntil }) })
    },
    updateAction({ messageId, actionButtonType, status, payload }) {
      const { messages, only } = known(messageId)
      const overlay = only((message) => ({
        ...message,
        cta: {
          ...message.cta,
          action: { ...message.cta?.action, status, result: { type: actionButtonType, ...(payload && { payload }) } },
        },
      }))
      return change({
        known: messages,
        overlay,
        make: () =>
          post<IMessage>(`/messages/${messageId}/actions/${actionButtonType}`, {
            executedType: actionButtonType,
            status,
            ...(payload && { payload }),
          }),
        keep: (message) => answered((one) => one)([message]),
      })
    },
  }
}

/** All that can be done to notifications. */
export const createChanges = (core: Core, parts: Parts) => {
  const change = createChange(core, parts)
  return { ...createMessageChanges(core, parts, change), ...createListChanges(core, parts, change) }
}
