import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VirtualizerHandle } from 'virtua'
import { toastError } from '#web/lib/ui/toasts.ts'
import type { AnyRow } from './use-rows.ts'

const endTolerance = 60
const loadAhead = 900

type Options = { rows: AnyRow[]; hasBefore: boolean; loadOlder: () => Promise<void> }

const firstMessageKey = (rows: AnyRow[]): string | null =>
  rows.find(({ kind }) => kind === 'message' || kind === 'gallery')?.key ?? null

const appendedAfter = (rows: AnyRow[], lastKey: string | null): AnyRow[] => {
  if (lastKey === null) return []
  const at = rows.findLastIndex(({ key }) => key === lastKey)
  return at < 0 ? [] : rows.slice(at + 1)
}

/** Opens at the end or at what is new, follows the end while one is there, keeps the place while older rows come in. */
export const useTimelineScroll = ({ rows, hasBefore, loadOlder }: Options) => {
  const { i18n } = useTranslation()
  const list = useRef<VirtualizerHandle>(null)
  const atEnd = useRef(true)
  const loading = useRef(false)
  const before = useRef<{ first: string | null; last: string | null; count: number }>({
    first: null,
    last: null,
    count: 0,
  })
  const [started, setStarted] = useState(false)
  const [newCount, setNewCount] = useState(0)
  const [isAway, setIsAway] = useState(false)

  const first = firstMessageKey(rows)
  const known = before.current
  const shift = known.first !== null && first !== known.first && rows.length > known.count

  const toEnd = useCallback((smooth = false) => {
    list.current?.scrollToIndex(Number.MAX_SAFE_INTEGER, { align: 'end', smooth })
  }, [])

  const loadMore = useCallback(async () => {
    if (loading.current || !hasBefore) return
    loading.current = true
    await loadOlder().catch((error: unknown) => toastError(i18n, error))
    loading.current = false
  }, [hasBefore, loadOlder, i18n])

  useLayoutEffect(() => {
    const { last } = before.current
    const added = appendedAfter(rows, last)
    const replaced = last !== null && !rows.some(({ key }) => key === last)
    before.current = { first, last: rows.at(-1)?.key ?? null, count: rows.length }
    if (rows.length === 0) return
    if (!started) {
      const unread = rows.findIndex(({ kind }) => kind === 'unread')
      if (unread >= 0) list.current?.scrollToIndex(unread, { align: 'start', offset: -40 })
      else list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
      setStarted(true)
      return
    }
    if (added.length === 0 && !(replaced && atEnd.current)) return
    if (atEnd.current || added.some(({ kind }) => kind === 'outgoing')) {
      list.current?.scrollToIndex(rows.length - 1, { align: 'end' })
      return
    }
    const received = added.filter((row) => row.kind === 'message' && row.message.direction === 'in').length
    if (received > 0) setNewCount((count) => count + received)
  }, [rows, first, started])

  useEffect(() => {
    const view = list.current
    if (started && hasBefore && view && view.scrollSize <= view.viewportSize + 1) void loadMore()
  })

  const onScroll = useCallback(
    (offset: number) => {
      const view = list.current
      if (!view) return
      atEnd.current = offset + view.viewportSize >= view.scrollSize - endTolerance
      setIsAway(offset + view.viewportSize < view.scrollSize - 400)
      if (atEnd.current) setNewCount(0)
      if (started && offset < loadAhead) void loadMore()
    },
    [loadMore, started],
  )

  const onResize = useCallback(() => {
    if (started && atEnd.current) toEnd()
  }, [started, toEnd])

  const goToEnd = useCallback(() => {
    atEnd.current = true
    setNewCount(0)
    toEnd()
  }, [toEnd])

  return { list, shift, onScroll, onResize, newCount, isAway, goToEnd, loadMore, atEnd }
}
