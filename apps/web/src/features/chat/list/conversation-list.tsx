import { Button, Loader, Skeleton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/conversations'
import { IconDeviceMobile, IconMessages, IconPlugConnected } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, useCallback, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { appInfoQuery } from '../../../lib/app-info.ts'
import { useCan } from '../../../lib/session.ts'
import { channelsQuery, listQuery } from '../api.ts'
import type { ListFilter } from '../search.ts'
import { ConversationItem } from './conversation-item.tsx'
import classes from './list.module.css'

const ahead = 800

const Loading = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row}>
          <Skeleton circle height={44} />
          <div>
            <Skeleton height={12} width="55%" mb={8} />
            <Skeleton height={10} width="85%" />
          </div>
        </div>
      ))}
    </div>
  )
}

const NoConversations = ({ filtered, onClear }: { filtered: boolean; onClear: () => void }) => {
  const { t } = useTranslation('chat')
  const can = useCan()
  const { data: channels } = useQuery(channelsQuery())
  const { data: app } = useQuery(appInfoQuery)
  const own = (channels?.data ?? []).filter(({ disconnectedAt }) => disconnectedAt === null)
  if (filtered) {
    const clear = (
      <Button variant="light" size="sm" onClick={onClear}>
        {t('common:clearFilters')}
      </Button>
    )
    return <EmptyState compact title={t('empty.filtered')} description={t('empty.filteredText')} action={clear} />
  }
  if (channels && own.length === 0) {
    const connect = can('channels.manage') ? (
      <Button component={Link} to="/integrations/whatsapp">
        {t('empty.connect')}
      </Button>
    ) : null
    return (
      <EmptyState
        compact
        icon={IconPlugConnected}
        title={t('empty.noChannel')}
        description={t('empty.noChannelText')}
        action={connect}
      />
    )
  }
  const phoneUrl = app?.demo?.phoneUrl
  const phone = phoneUrl ? (
    <Button component="a" href={phoneUrl} target="_blank" rel="noopener" leftSection={<IconDeviceMobile size={18} />}>
      {t('empty.demoPhone')}
    </Button>
  ) : null
  const description = phoneUrl ? t('empty.demoText') : t('empty.noneText', { phone: own[0]?.phone ?? '' })
  return <EmptyState compact icon={IconMessages} title={t('empty.none')} description={description} action={phone} />
}

type Props = { filter: ListFilter; activeId: string | undefined; onOpen: (id: string) => void; onClear: () => void }

const isFiltered = ({ view, status, channelId, search }: ListFilter): boolean =>
  view !== 'all' || status !== 'open' || channelId !== undefined || search !== undefined

/** The conversations of a view. Only those in sight are in the page; more are read while scrolling. */
export const ConversationList = ({ filter, activeId, onOpen, onClear }: Props) => {
  const { t } = useTranslation('chat')
  const query = useInfiniteQuery(listQuery(filter))
  const { data: channels } = useQuery(channelsQuery())
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const items = useMemo(() => {
    const byId = new Map<string, ConversationSummary>()
    for (const page of query.data?.pages ?? [])
      for (const item of page.data) if (!byId.has(item.id)) byId.set(item.id, item)
    return [...byId.values()]
  }, [query.data])
  const showChannel = (channels?.data.length ?? 0) > 1
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query

  const onScroll = useCallback(
    (offset: number) => {
      const view = list.current
      if (!view || !hasNextPage || isFetchingNextPage) return
      if (offset + view.viewportSize > view.scrollSize - ahead) void fetchNextPage()
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage],
  )

  const focusItem = (index: number) => {
    const id = items[index]?.id
    if (!id) return
    list.current?.scrollToIndex(index, { align: 'nearest' })
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-conversation-id="${id}"]`)?.focus({ preventScroll: true }),
    )
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-conversation-id]')?.dataset.conversationId
    const at = items.findIndex((item) => item.id === id)
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusItem(Math.max(0, Math.min(next, items.length - 1)))
  }

  if (query.isPending) return <Loading />
  if (query.error && !query.data) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  if (items.length === 0) return <NoConversations filtered={isFiltered(filter)} onClear={onClear} />
  const focusable = items.some(({ id }) => id === activeId) ? activeId : items[0]?.id
  return (
    <section ref={scroller} className={classes.scroller} aria-label={t('list.label')} onKeyDown={onKeyDown}>
      <Virtualizer ref={list} data={items} scrollRef={scroller} onScroll={onScroll} bufferSize={400} itemSize={76}>
        {(item) => (
          <ConversationItem
            key={item.id}
            item={item}
            active={item.id === activeId}
            focusable={item.id === focusable}
            showChannel={showChannel}
            onOpen={onOpen}
          />
        )}
      </Virtualizer>
      {isFetchingNextPage ? <Loader size="xs" mx="auto" my="sm" display="block" /> : null}
    </section>
  )
}
