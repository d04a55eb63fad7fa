import { Loader, Skeleton } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Label } from '@recado/contracts/inbox/labels'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type Ref, useCallback, useImperativeHandle, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListFilter } from '../list-filter.ts'
import { ConversationItem } from './conversation-item.tsx'
import classes from './list.module.css'
import { MessageHits } from './message-hits.tsx'
import { NoConversations } from './no-conversations.tsx'
import type { Conversations } from './use-conversations.ts'
import { useSteadyScroll } from './use-steady-scroll.ts'

const ahead = 800

const Loading = () => {
  const { t } = useTranslation()
  return (
    <div className={classes.loading} role="status" aria-label={t('loading')}>
      {[0, 1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row}>
          <Skeleton circle height={36} />
          <div>
            <Skeleton height={12} width="55%" mb={8} />
            <Skeleton height={10} width="85%" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Moves the focus in the list from outside of it, e.g. by keys. */
export type ListHandle = { focus: (index: number) => void; focusedId: () => string | null }

type Props = {
  ref: Ref<ListHandle>
  filter: ListFilter
  conversations: Conversations
  activeId: string | undefined
  selection: Selection
  onOpen: (id: string) => void
  onClear: () => void
  /** Takes the conversation that has waited longest. */
  onNext: () => void
}

const idAt = (element: Element | null): string | null =>
  element?.closest<HTMLElement>('[data-conversation-id]')?.dataset['conversationId'] ?? null

const useListFocus = (items: readonly ConversationSummary[], ref: Ref<ListHandle>) => {
  const list = useRef<VirtualizerHandle>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const focus = (index: number) => {
    const id = items[index]?.id
    if (!id) return
    list.current?.scrollToIndex(index, { align: 'nearest' })
    const focusItem = () => {
      const item = scroller.current?.querySelector<HTMLElement>(`[data-conversation-id="${id}"]`)
      item?.focus({ preventScroll: true })
      return item
    }
    // What is not drawn yet comes with the next frame; the key after this one may come before that.
    if (!focusItem()) requestAnimationFrame(focusItem)
  }
  const focusedId = () => (scroller.current?.contains(document.activeElement) ? idAt(document.activeElement) : null)
  useImperativeHandle(ref, () => ({ focus, focusedId }))
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex(({ id }) => id === idAt(event.target as Element))
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    focus(Math.max(0, Math.min(next, items.length - 1)))
  }
  return { list, scroller, onKeyDown }
}

const useLabels = (): ReadonlyMap<string, Label> => {
  const { data } = useQuery(labelsQuery)
  return useMemo(() => new Map((data?.data ?? []).map((label) => [label.id, label])), [data])
}

/** The conversations of a view. Only those in sight are in the page; more are read while scrolling. */
export const ConversationList = ({ ref, filter, conversations, activeId, selection, ...actions }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { items, resolvedFrom, hasNextPage, isFetchingNextPage, fetchNextPage } = conversations
  const { data: channels } = useQuery(channelsQuery)
  const labels = useLabels()
  const { list, scroller, onKeyDown } = useListFocus(items, ref)
  const { noteScroll } = useSteadyScroll(list, items)
  const showChannel = (channels?.data.length ?? 0) > 1
  const selectable = can('conversations.bulk')

  const onScroll = useCallback(
    (offset: number) => {
      noteScroll()
      const view = list.current
      if (!view || !hasNextPage || isFetchingNextPage) return
      if (offset + view.viewportSize > view.scrollSize - ahead) void fetchNextPage()
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, list, noteScroll],
  )

  if (conversations.isPending) return <Loading />
  if (conversations.error) return <RetryState compact error={conversations.error} onRetry={conversations.refetch} />
  const hits = filter.search ? <MessageHits q={filter.search} /> : null
  if (items.length === 0)
    return (
      <section className={classes.scroller} aria-label={t('list.label')}>
        <NoConversations filter={filter} onClear={actions.onClear} onNext={actions.onNext} />
        {hits}
      </section>
    )
  const focusable = items.some(({ id }) => id === activeId) ? activeId : items[0]?.id
  return (
    <section ref={scroller} className={classes.scroller} aria-label={t('list.label')} onKeyDown={onKeyDown}>
      <Virtualizer ref={list} data={items} scrollRef={scroller} onScroll={onScroll} bufferSize={400} itemSize={56}>
        {(item) => (
          <ConversationItem
            key={item.id}
            item={item}
            heading={item.id === resolvedFrom ? t('list.resolvedFound') : null}
            active={item.id === activeId}
            labels={labels}
            focusable={item.id === focusable}
            showChannel={showChannel}
            selected={selection.selected.has(item.id)}
            selecting={selection.selected.size > 0}
            selectable={selectable}
            onOpen={actions.onOpen}
            onSelect={selection.toggle}
          />
        )}
      </Virtualizer>
      {isFetchingNextPage ? <Loader size="xs" mx="auto" my="sm" display="block" /> : null}
      {hits}
    </section>
  )
}
