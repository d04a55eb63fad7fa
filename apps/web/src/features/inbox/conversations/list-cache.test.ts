import { describe, expect, it } from 'vitest'
import { summaryOf } from '#web/test/chat-fixtures.ts'
import { itemsOf, type ListData, type ListPage, withFirstPage } from './list-cache.ts'

const pageOf = (...data: ListPage['data']): ListPage => ({ data, page: { next: null, has_more: false } })
const listOf = (...data: ListPage['data']): ListData => ({ pages: [pageOf(...data)], pageParams: [null] })

describe('a list that was read again', () => {
  it('keeps what did not change as the same objects, wherever they stand now', () => {
    const ana = summaryOf({ id: 'ana', lastMessageAt: '2026-11-20T10:00:00Z' })
    const rui = summaryOf({ id: 'rui', lastMessageAt: '2026-11-20T09:00:00Z' })
    const written = { ...structuredClone(rui), lastMessageAt: '2026-11-20T11:00:00Z', lastPreview: 'Hello' }
    const items = itemsOf(withFirstPage(listOf(ana, rui), pageOf(written, structuredClone(ana)), 'newest'))
    expect(items.map(({ id }) => id)).toEqual(['rui', 'ana'])
    expect(items[1]).toBe(ana)
    expect(items[0]).toMatchObject({ lastPreview: 'Hello' })
    expect(items[0]?.contact).toBe(rui.contact)
  })
})
