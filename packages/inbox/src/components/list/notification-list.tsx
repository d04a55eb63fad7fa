import { type CSSProperties, forwardRef, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import type { FeedState } from '../../client/types.ts'
import type { IMessage, IStoreQuery } from '../../client/wire.ts'
import { useInbox, useInboxState } from '../../react/context.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useWatchedFeed } from '../../react/use-watched-feed.ts'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { NotificationItem } from '../item/notification-item.tsx'
import { Loader } from '../loader.tsx'
import { Empty, Failure, OfflineLine, Skeleton } from './list-states.tsx'
import css from './notification-list.css?inline'
import { useArrivals } from './use-arrivals.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useThrottle } from './use-throttle.ts'

const nextPageFrom = 0.8
const scrollPause = 150

/** The notifications that a query selects. */
export function NotificationList({ query, label }: { query: IStoreQuery; label: string }) {
  useCss(css)
  const inbox = useInbox()
  const feed = useWatchedFeed(query, true)
  const hasFailed = useInboxState((state) => state.session.status === 'failed')
  const isEmpty = !feed || feed.items.length === 0
  return (
    <div className={cx('nc-list-area', useStyle('notifications.root'))}>
      {!isEmpty && <Rows key={JSON.stringify(query)} feed={feed} query={query} label={label} />}
      {isEmpty && (
        <div className="nc-notifications-list" data-test-id="notifications-scroll-area">
          {hasFailed ? null : feed?.error ? (
            <Failure onRetry={() => void inbox.refetchFeed(query)} isBusy={feed.isFetching} />
          ) : !feed || feed.isLoading ? (
            <Skeleton />
          ) : (
            <Empty />
          )}
        </div>
      )}
      <OfflineLine />
    </div>
  )
}

interface RowsProps {
  feed: FeedState
  query: IStoreQuery
  label: string
}

function Rows({ feed, query, label }: RowsProps) {
  const { items } = feed
  const place = useRef<HTMLDivElement>(null)
  const rows = useRef<VirtualizerHandle>(null)
  const { shown, isShifted, missed, clear } = useArrivals(items, () => (rows.current?.scrollOffset ?? 0) > 0)
  const ids = useMemo(() => shown.map(({ _id }) => _id), [shown])
  const focus = useRowFocus(place, rows, ids)
  const look = useScroll(rows, feed, query)
  const setSize = feed.hasMore ? Math.max(feed.totalCount, items.length) : items.length
  return (
    <>
      <NewPill
        count={missed}
        onClick={() => {
          clear()
          focus.moveTo(0)
        }}
      />
      <div
        ref={place}
        className="nc-notifications-list"
        data-test-id="notifications-scroll-area"
        role="feed"
        aria-label={label}
        aria-busy={feed.isFetchingNextPage}
        tabIndex={-1}
        onKeyDown={focus.onKeyDown}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        <Virtualizer
          ref={rows}
          scrollRef={place}
          as={RowHolder}
          item={Row}
          data={shown}
          shift={isShifted}
          keepMounted={focus.kept}
          onScroll={(offset) => {
            if (offset <= 0) clear()
            look()
          }}
          onResize={look}
        >
          {(message: IMessage, index) => (
            <NotificationItem key={message._id} message={message} position={index + 1} setSize={setSize} />
          )}
        </Virtualizer>
        <End feed={feed} query={query} />
      </div>
    </>
  )
}

/** Tells the core what is on screen, and asks for the next page before the end is reached. */
function useScroll(rows: RefObject<VirtualizerHandle | null>, feed: FeedState, query: IStoreQuery): () => void {
  const inbox = useInbox()
  const look = useThrottle(() => {
    const list = rows.current
    if (!list || list.viewportSize === 0) return
    const end = list.scrollOffset + list.viewportSize
    inbox.showRange(query, list.findItemIndex(list.scrollOffset), list.findItemIndex(end))
    const isNear = end >= list.scrollSize * nextPageFrom
    if (isNear && feed.hasMore && !feed.isFetchingNextPage && !feed.error) void inbox.fetchNextPage(query)
  }, scrollPause)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page may have been too short to fill the view
  useEffect(look, [look, feed.items.length])
  return look
}

function End({ feed, query }: { feed: FeedState; query: IStoreQuery }) {
  const inbox = useInbox()
  if (feed.isFetchingNextPage) {
    return (
      <div className="nc-list-end">
        <Loader />
      </div>
    )
  }
  if (!feed.error) return null
  const retry = () => void (feed.hasMore ? inbox.fetchNextPage(query) : inbox.refetchFeed(query))
  return <Failure onRetry={retry} isBusy={feed.isFetching} />
}

function NewPill({ count, onClick }: { count: number; onClick: () => void }) {
  const { t } = useTranslations()
  if (count === 0) return null
  return (
    <button type="button" className="nc-new-pill" data-test-id="new-notifications" onClick={onClick}>
      <Icon name="up" />
      {t('newCount', { count })}
    </button>
  )
}

type PartProps = { style: CSSProperties; children: ReactNode }

const RowHolder = forwardRef<HTMLDivElement, PartProps>(({ style, children }, ref) => (
  <div ref={ref} className="nc-list-rows" style={style}>
    {children}
  </div>
))

const Row = forwardRef<HTMLDivElement, PartProps>(({ style, children }, ref) => (
  <div ref={ref} className="nc-list-row" style={style}>
    {children}
  </div>
))
