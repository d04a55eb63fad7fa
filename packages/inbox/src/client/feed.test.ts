import { describe, expect, it } from 'vitest'
import { feedKey, feedParams, mergePage, type Pages } from './feed.ts'
import type { IFeedPage, IMessage } from './wire.ts'

const at = (second: number) => new Date(second * 1000).toISOString()
const message = (n: number, fields: Partial<IMessage> = {}): IMessage => ({
  _id: `m${n}`,
  _templateId: 'w',
  templateIdentifier: 'w',
  channel: 'in_app',
  content: '',
  cta: {},
  seen: false,
  read: false,
  createdAt: at(n),
  payload: {},
  ...fields,
})
/** What a server with these notifications, newest first, answers. */
const pageOf = (all: readonly IMessage[], page: number, limit: number): IFeedPage => ({
  data: all.slice(page * limit, (page + 1) * limit),
  page,
  pageSize: limit,
  hasMore: all.length > (page + 1) * limit,
  totalCount: all.length,
})
const nothing: Pages = { items: [], hasMore: false, totalCount: 0 }
const ids = ({ items }: Pages) => items.map(({ _id }) => _id)
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => message(from - i))

describe('a page that is put into a list', () => {
  it('comes after the pages before it, once', () => {
    const all = down(25, 1)
    const first = mergePage(nothing, pageOf(all, 0, 10))
    const second = mergePage(first, pageOf(all, 1, 10))
    const third = mergePage(second, pageOf(all, 2, 10))
    expect([first.hasMore, second.hasMore, third.hasMore]).toEqual([true, true, false])
    expect(ids(third)).toEqual(all.map(({ _id }) => _id))
    expect(third.totalCount).toBe(25)
  })

  it('leaves no gap and shows nothing twice when new ones arrived since', () => {
    const first = mergePage(nothing, pageOf(down(20, 1), 0, 10))
    const second = mergePage(first, pageOf(down(23, 1), 1, 10))
    expect(ids(second)).toEqual(down(20, 4).map(({ _id }) => _id))
    const anew = mergePage(second, pageOf(down(23, 1), 0, 20))
    expect(ids(anew)).toEqual(down(23, 4).map(({ _id }) => _id))
  })

  it('takes out what the server no longer has, only within its own time', () => {
    const list = mergePage(nothing, pageOf(down(30, 1), 0, 30))
    const left = down(30, 1).filter(({ _id }) => _id !== 'm28' && _id !== 'm5')
    const first = mergePage(list, pageOf(left, 0, 10))
    expect(ids(first)).not.toContain('m28')
    expect(ids(first)).toContain('m5')
    expect(ids(mergePage(first, pageOf(left, 2, 10)))).toEqual(left.map(({ _id }) => _id))
  })

  it('moves to the top what came back', () => {
    const list = mergePage(nothing, pageOf(down(5, 1), 0, 10))
    const back = [message(2, { createdAt: at(9) }), ...down(5, 1).filter(({ _id }) => _id !== 'm2')]
    expect(ids(mergePage(list, pageOf(back, 0, 10)))).toEqual(['m2', 'm5', 'm4', 'm3', 'm1'])
  })

  it('empties the list when the first page is empty', () => {
    const list = mergePage(nothing, pageOf(down(5, 1), 0, 10))
    expect(mergePage(list, pageOf([], 0, 10))).toEqual(nothing)
  })

  it('keeps the identity of what is the same, and of nothing else', () => {
    const list = mergePage(nothing, pageOf(down(3, 1), 0, 10))
    const next = mergePage(list, pageOf([message(3), message(2, { read: true }), message(1)], 0, 10))
    expect(next.items[0]).toBe(list.items[0])
    expect(next.items[1]).not.toBe(list.items[1])
    expect(next.items[1]?.read).toBe(true)
  })

  it('believes no total that is smaller than what is there', () => {
    const first = mergePage(nothing, { ...pageOf(down(20, 1), 0, 10), totalCount: 10 })
    const second = mergePage(first, { ...pageOf(down(20, 1), 1, 10), totalCount: 10 })
    expect(second.totalCount).toBe(20)
  })

  it('ends as the server has it, whatever happened meanwhile', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return seed % below
    }
    for (let round = 0; round < 200; round++) {
      let all = down(40 + random(40), 1)
      let next = 200
      let list = mergePage(nothing, pageOf(all, 0, 10))
      for (let step = 0; step < 12; step++) {
        const change = random(4)
        if (change === 0) all = [message(next++), ...all]
        if (change === 1) all = all.filter((_, place) => place !== random(all.length))
        if (change === 2) all = all.map((one, place) => (place === random(all.length) ? { ...one, read: true } : one))
        list = mergePage(list, pageOf(all, Math.floor(list.items.length / 10), 10))
        expect(new Set(ids(list)).size).toBe(list.items.length)
      }
      for (let page = 0; page * 10 < Math.max(list.items.length, all.length); page++) {
        list = mergePage(list, pageOf(all, page, 10))
      }
      expect(list.items).toEqual(all)
    }
  })
})

describe('the query of a list', () => {
  it('is the same list for the same choice, whatever its order and page size', () => {
    expect(feedKey({ read: false, feedIdentifier: 'a', limit: 5 })).toBe(feedKey({ feedIdentifier: 'a', read: false }))
    expect(feedKey({ read: false })).not.toBe(feedKey({ read: true }))
    expect(feedKey({ other: undefined })).toBe(feedKey())
  })

  it('carries the payload as base64 of JSON in UTF-8', () => {
    const { payload } = feedParams({ payload: { company: { name: 'Padaria São João' } } })
    expect(JSON.parse(Buffer.from(String(payload), 'base64').toString('utf8'))).toEqual({
      company: { name: 'Padaria São João' },
    })
  })
})
