import type { Message } from '@recado/contracts/inbox/messages'
import { describe, expect, it } from 'vitest'
import { cacheOf, mergeMessages, withNewest } from '../message-cache.ts'
import { windowTimeAt } from '../window-time.ts'
import { foldGalleries } from './gallery-rows.ts'
import { dayKeys, firstUnread, type MessageRow, timelineRows } from './timeline-rows.ts'

let count = 0
const message = (occurredAt: string, direction: Message['direction'] = 'in'): Message => {
  count += 1
  return {
    id: `018f0000-0000-7000-8000-${String(count).padStart(12, '0')}`,
    conversationId: 'c',
    direction,
    type: 'text',
    body: `m${count}`,
    payload: {},
    media: null,
    replyTo: null,
    reactions: [],
    origin: direction === 'in' ? 'contact' : 'agent',
    author: null,
    clientKey: null,
    status: direction === 'in' ? 'received' : 'sent',
    error: null,
    occurredAt,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    playedAt: null,
    failedAt: null,
    editedAt: null,
    revokedAt: null,
  }
}

const dayOf = dayKeys('America/Recife')

describe('timeline rows', () => {
  it('puts days by the time zone and gathers runs', () => {
    const messages = [
      message('2026-11-20T02:59:00.000Z'),
      message('2026-11-20T03:01:00.000Z'),
      message('2026-11-20T03:02:00.000Z'),
      message('2026-11-20T03:03:00.000Z', 'out'),
      message('2026-11-20T03:20:00.000Z', 'out'),
    ]
    const rows = timelineRows(messages, { dayOf, complete: true })
    expect(rows.map(({ kind }) => kind)).toEqual([
      'start',
      'day',
      'message',
      'day',
      'message',
      'message',
      'message',
      'message',
    ])
    const edges = rows.flatMap((row) => (row.kind === 'message' ? [[row.first, row.last]] : []))
    expect(edges).toEqual([
      [true, true],
      [true, false],
      [false, true],
      [true, true],
      [true, true],
    ])
  })

  it('marks where the unread begin', () => {
    const messages = [
      message('2026-11-20T12:00:00.000Z'),
      message('2026-11-20T12:01:00.000Z', 'out'),
      message('2026-11-20T12:02:00.000Z'),
      message('2026-11-20T12:03:00.000Z'),
    ]
    const unread = firstUnread(messages, 2)
    expect(unread?.id).toBe(messages[2]?.id)
    const rows = timelineRows(messages, { dayOf, complete: false, unread })
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'unread', 'message', 'message'])
    expect(firstUnread(messages, 0)).toBeNull()
  })

  it('keeps the rows of messages that did not change', () => {
    const messages = [message('2026-11-20T12:00:00.000Z'), message('2026-11-20T12:01:00.000Z', 'out')]
    const rows = timelineRows(messages, { dayOf, complete: false })
    const before = new Map(
      rows.flatMap((row): [string, MessageRow][] => (row.kind === 'message' ? [[row.key, row]] : [])),
    )
    const later = mergeMessages(messages, [message('2026-11-20T12:02:00.000Z')])
    const again = timelineRows(later, { dayOf, complete: false, before })
    expect(again[1]).toBe(rows[1])
    expect(again[2]).toBe(rows[2])
  })
})

describe('galleries', () => {
  const picture = (minute: number, extra: Partial<Message> = {}): Message => ({
    ...message(`2026-11-20T12:0${minute}:00.000Z`),
    type: 'image',
    body: null,
    media: {
      ...{ kind: 'image', mime: 'image/jpeg', filename: null, size: 1, width: 1, height: 1, voice: false },
      ...{ animated: false, state: 'stored', url: '/x', error: null },
    },
    ...extra,
  })
  const fold = (messages: Message[]) => foldGalleries(timelineRows(messages, { dayOf, complete: false }))

  it('gather plain pictures of one run, and leave those with words, reactions or nothing to show', () => {
    const words = picture(2, { body: 'This one' })
    const messages = [picture(0), picture(1), words, picture(3), picture(4), picture(5)]
    const rows = fold(messages)
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'gallery', 'message', 'gallery'])
    expect(rows[3]).toMatchObject({ key: messages[3]?.id, first: false, last: true })
    expect(fold([picture(0), picture(1, { direction: 'out' })]).map(({ kind }) => kind)).toEqual([
      'day',
      'message',
      'message',
    ])
  })

  it('stay the same rows while their pictures do', () => {
    const rows = timelineRows([picture(0), picture(1)], { dayOf, complete: false })
    const first = foldGalleries(rows)
    const gallery = first[1]
    if (gallery?.kind !== 'gallery') throw new Error('a gallery')
    expect(foldGalleries(rows, new Map([[gallery.key, gallery]]))[1]).toBe(gallery)
  })
})

describe('merging messages', () => {
  it('puts a late one in its place, replaces what changed and keeps the rest', () => {
    const first = message('2026-11-20T12:00:00.000Z')
    const late = message('2026-11-20T12:01:00.000Z')
    const last = message('2026-11-20T12:02:00.000Z', 'out')
    const merged = mergeMessages([first, last], [late, { ...last, status: 'read' }])
    expect(merged.map(({ body }) => body)).toEqual([first.body, late.body, last.body])
    expect(merged[0]).toBe(first)
    expect(merged[2]?.status).toBe('read')
    expect(mergeMessages(merged, [{ ...late }])).toBe(merged)
  })
})

describe('reading the newest page again', () => {
  const page = (messages: Message[], hasBefore: boolean) => ({
    data: messages,
    page: { before: 'b', after: 'a', has_before: hasBefore, has_after: false },
  })
  const [first, second, third, fourth] = [0, 1, 2, 3].map((minute) => message(`2026-11-20T12:0${minute}:00.000Z`))

  it('adds what is new when the page reaches back to what is known', () => {
    if (!first || !second || !third) throw new Error('four messages')
    const known = cacheOf(page([first, second], true))
    expect(withNewest(known, page([second, third], true)).messages).toEqual([first, second, third])
  })

  it('starts again rather than leaving a hole', () => {
    if (!first || !second || !third || !fourth) throw new Error('four messages')
    const known = cacheOf(page([first, fourth], true))
    expect(withNewest(known, page([third, fourth], true)).messages).toEqual([third, fourth])
  })
})

describe('the 24-hour window', () => {
  const now = Date.parse('2026-11-20T12:00:00.000Z')
  it.each([
    [null, 'none', 0, 0],
    ['2026-11-20T15:12:30.000Z', 'open', 3, 12],
    ['2026-11-20T12:59:00.000Z', 'closing', 0, 59],
    ['2026-11-20T12:00:20.000Z', 'closing', 0, 1],
    ['2026-11-20T12:00:00.000Z', 'closed', 0, 0],
  ] as const)('%s is %s', (expiresAt, state, hours, minutes) => {
    expect(windowTimeAt(expiresAt, now)).toMatchObject({ state, hours, minutes })
  })
})
