import type { Message } from '@recado/contracts/inbox/messages'

export type MessageRow = {
  kind: 'message'
  key: string
  message: Message
  /** First and last of a run by the same side within minutes. */
  first: boolean
  last: boolean
}
export type TimelineRow =
  | { kind: 'start'; key: string }
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: string; count: number }
  | MessageRow

const runGap = 5 * 60_000

/** Calendar day of an instant in a time zone, e.g. `2026-11-20`; cheap enough for 50,000 messages. */
export const dayKeys = (timeZone: string | undefined): ((instant: string) => string) => {
  const format = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', ...(timeZone ? { timeZone } : {}) })
  const byHour = new Map<string, string>()
  return (instant) => {
    // Every zone's offset is a whole number of quarter hours.
    const quarter = `${instant.slice(0, 14)}${Math.floor(Number(instant.slice(14, 16)) / 15)}`
    let key = byHour.get(quarter)
    if (key === undefined) {
      key = format.format(new Date(instant))
      byHour.set(quarter, key)
    }
    return key
  }
}

const sameRun = (a: Message | undefined, b: Message | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.direction === b.direction &&
  a.direction !== 'event' &&
  a.author?.id === b.author?.id &&
  a.origin === b.origin &&
  Math.abs(Date.parse(b.occurredAt) - Date.parse(a.occurredAt)) < runGap

type Options = {
  dayOf: (instant: string) => string
  /** Id of the first message not read when the conversation was opened, and how many there were. */
  unread?: { id: string; count: number } | null
  /** Whether the first message of the conversation is there. */
  complete: boolean
  /** Rows made before; those of unchanged messages are taken over, so that they need not render again. */
  before?: ReadonlyMap<string, MessageRow>
}

const messageRow = (message: Message, first: boolean, last: boolean, before: MessageRow | undefined): MessageRow =>
  before && before.message === message && before.first === first && before.last === last
    ? before
    : { kind: 'message', key: message.id, message, first, last }

/** The rows of a timeline: messages in runs, with a separator for each day and one before what is new. */
export const timelineRows = (messages: readonly Message[], options: Options): TimelineRow[] => {
  const { dayOf, unread, complete, before } = options
  const rows: TimelineRow[] = complete && messages.length > 0 ? [{ kind: 'start', key: 'start' }] : []
  let day = ''
  let breakBefore = true
  messages.forEach((message, index) => {
    const today = dayOf(message.occurredAt)
    if (today !== day) {
      rows.push({ kind: 'day', key: `day-${today}`, at: message.occurredAt })
      day = today
      breakBefore = true
    }
    if (unread?.id === message.id) {
      rows.push({ kind: 'unread', key: 'unread', count: unread.count })
      breakBefore = true
    }
    const next = messages[index + 1]
    const endsHere = next === undefined || next.id === unread?.id || dayOf(next.occurredAt) !== today
    const first = breakBefore || !sameRun(messages[index - 1], message)
    rows.push(messageRow(message, first, endsHere || !sameRun(message, next), before?.get(message.id)))
    breakBefore = false
  })
  return rows
}

/** The first of the customer's last `count` messages, or the first one loaded when there are fewer. */
export const firstUnread = (messages: readonly Message[], count: number): { id: string; count: number } | null => {
  if (count <= 0) return null
  let left = count
  let found: Message | null = null
  for (let index = messages.length - 1; index >= 0 && left > 0; index--) {
    const message = messages[index]
    if (message?.direction !== 'in') continue
    found = message
    left -= 1
  }
  return found ? { id: found.id, count } : null
}
