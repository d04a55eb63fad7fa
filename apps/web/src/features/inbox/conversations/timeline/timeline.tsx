import { Button, Loader } from '@mantine/core'
import { listMessages, type Message } from '@recado/contracts/inbox/messages'
import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { memo, type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { loadOlder } from '../api.ts'
import { cacheOf, type MessageCache, withOlder } from '../message-cache.ts'
import bubble from './bubble.module.css'
import { Gallery } from './gallery.tsx'
import { HeldRow } from './held-row.tsx'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import classes from './timeline.module.css'
import { FoldingProvider } from './timeline-actions.ts'
import { type AnyRow, type Unread, useRows } from './use-rows.ts'
import { useTimelineScroll } from './use-timeline-scroll.ts'

const DaySeparator = ({ at }: { at: string }) => {
  const times = useTimes()
  return (
    <div className={bubble.separator}>
      <span>{times.day(at)}</span>
    </div>
  )
}

const UnreadSeparator = ({ count }: { count: number }) => {
  const { t } = useTranslation('inbox/conversations')
  return <div className={bubble.unread}>{t('timeline.unread', { count })}</div>
}

const StartLine = () => {
  const { t } = useTranslation('inbox/conversations')
  return <div className={bubble.event}>{t('timeline.start')}</div>
}

const rowElement = (row: AnyRow, highlighted: string | null): ReactElement => {
  if (row.kind === 'message') {
    const { message, first, last } = row
    return (
      <MessageRow key={row.key} message={message} first={first} last={last} highlighted={highlighted === row.key} />
    )
  }
  if (row.kind === 'gallery')
    return <Gallery key={row.key} row={row} highlighted={row.messages.some(({ id }) => id === highlighted)} />
  if (row.kind === 'outgoing') return <OutgoingRow key={row.key} item={row.item} />
  if (row.kind === 'held') return <HeldRow key={row.key} held={row.held} />
  if (row.kind === 'day') return <DaySeparator key={row.key} at={row.at} />
  if (row.kind === 'unread') return <UnreadSeparator key={row.key} count={row.count} />
  return <StartLine key={row.key} />
}

/** Says a new message of the customer aloud, once. */
const Announcer = ({ messages, name }: { messages: readonly Message[]; name: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const last = messages.at(-1)
  const opened = useRef(last?.id)
  const isNew = last !== undefined && last.id !== opened.current && last.direction === 'in'
  const text = isNew
    ? t('timeline.announce', { name, text: last.body ? plainText(last.body) : t(`kind.${last.type}`) })
    : ''
  return (
    <div aria-live="polite" className={bubble.hidden}>
      {text}
    </div>
  )
}

const highlightTime = 2200
const contextSize = 60

type Jump = { id: string; at: number } | null

type Props = {
  conversationId: string
  contactName: string
  cache: MessageCache
  unread: Unread
  /** Message to show, with a number that changes with every wish. */
  jump: Jump
}

type ViewProps = Props & {
  /** A stretch of the past: what is on its way does not belong to it. */
  past: boolean
  unfolded: Set<string>
  loadOlder: () => Promise<void>
  /** The message to jump to is not among those loaded. */
  onMissing: (id: string) => void
  onLatest: (() => void) | null
}

/** Shows a message that is wished for and marks it for a moment; one that is not loaded is asked for elsewhere. */
const useJump = (
  jump: Jump,
  rows: readonly AnyRow[],
  list: ReturnType<typeof useTimelineScroll>['list'],
  onMissing: (id: string) => void,
): string | null => {
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const done = useRef(0)
  useEffect(() => {
    if (!jump || done.current === jump.at || rows.length === 0) return
    done.current = jump.at
    const index = rows.findIndex((row) =>
      row.kind === 'gallery' ? row.messages.some(({ id }) => id === jump.id) : row.key === jump.id,
    )
    if (index < 0) return onMissing(jump.id)
    // After the first layout, which goes to the end.
    requestAnimationFrame(() => list.current?.scrollToIndex(index, { align: 'center' }))
    setHighlighted(jump.id)
  }, [jump, rows, list, onMissing])
  useEffect(() => {
    if (!highlighted) return
    const timer = setTimeout(() => setHighlighted(null), highlightTime)
    return () => clearTimeout(timer)
  }, [highlighted])
  return highlighted
}

const DownButton = ({
  scroll,
  onLatest,
}: {
  scroll: ReturnType<typeof useTimelineScroll>
  onLatest: (() => void) | null
}) => {
  const { t } = useTranslation('inbox/conversations')
  const { newCount, isAway, goToEnd } = scroll
  if (newCount === 0 && !isAway && !onLatest) return null
  const fresh = newCount > 0 && !onLatest
  return (
    <Button
      className={classes.down ?? ''}
      size="compact-md"
      radius="xl"
      variant={fresh || onLatest ? 'filled' : 'default'}
      leftSection={<IconArrowDown size={16} />}
      onClick={onLatest ?? goToEnd}
    >
      {onLatest ? t('timeline.backToLatest') : fresh ? t('timeline.new', { count: newCount }) : t('timeline.latest')}
    </Button>
  )
}

const TimelineView = (props: ViewProps) => {
  const {
    conversationId,
    contactName,
    cache,
    unread,
    jump,
    past,
    unfolded,
    loadOlder: older,
    onMissing,
    onLatest,
  } = props
  const { t } = useTranslation('inbox/conversations')
  const { timeZone } = useTimes()
  const rows = useRows(conversationId, { cache, unread, timeZone, withOutgoing: !past })
  const scroller = useRef<HTMLDivElement>(null)
  const { hasBefore } = cache
  const scroll = useTimelineScroll({ rows, hasBefore, loadOlder: older })
  const { list } = scroll
  const highlighted = useJump(jump, rows, list, onMissing)
  const { atEnd } = scroll
  const folding = useMemo(() => {
    const keepPlace = () => {
      atEnd.current = false
    }
    return { unfolded, keepPlace }
  }, [unfolded, atEnd])

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={t('timeline.label', { name: contactName })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard
        tabIndex={0}
      >
        <div className={classes.push} />
        {hasBefore ? (
          <div className={classes.older} aria-hidden="true">
            <Loader size="xs" />
          </div>
        ) : null}
        <FoldingProvider value={folding}>
          <Virtualizer
            ref={list}
            data={rows}
            scrollRef={scroller}
            shift={scroll.shift}
            bufferSize={500}
            onScroll={scroll.onScroll}
            onResize={scroll.onResize}
          >
            {(row) => rowElement(row, highlighted)}
          </Virtualizer>
        </FoldingProvider>
      </div>
      <DownButton scroll={scroll} onLatest={onLatest} />
      <Announcer messages={cache.messages} name={contactName} />
    </div>
  )
}

const readPage = (id: string, query: { around?: string; before?: string }) =>
  call(listMessages, { params: { id }, query: { ...query, limit: contextSize } })

/** A stretch of messages around one that lies too far back, until the reader goes back to the newest. */
const usePast = (conversationId: string) => {
  const { i18n } = useTranslation()
  const [past, setPast] = useState<{ cache: MessageCache; jump: Jump } | null>(null)
  const open = useCallback(
    (id: string) =>
      void readPage(conversationId, { around: id }).then(
        (page) => setPast({ cache: cacheOf(page), jump: { id, at: Date.now() } }),
        () => toastInfo(i18n.t('inbox/conversations:timeline.tooOld')),
      ),
    [conversationId, i18n],
  )
  const before = past?.cache.before
  const loadOlder = useCallback(async () => {
    if (!before) return
    const page = await readPage(conversationId, { before })
    setPast((now) => (now?.cache.before === before ? { ...now, cache: withOlder(now.cache, page) } : now))
  }, [conversationId, before])
  return { past, open, loadOlder, close: () => setPast(null) }
}

/** The messages of a conversation; only what is in view is in the page. */
export const Timeline = memo((props: Props) => {
  const { conversationId, jump } = props
  const queryClient = useQueryClient()
  const older = useCallback(() => loadOlder(queryClient, conversationId), [queryClient, conversationId])
  const { past, open, loadOlder: olderPast, close } = usePast(conversationId)
  const [unfolded] = useState(() => new Set<string>())
  const shared = { ...props, unfolded, onMissing: open }
  if (!past) return <TimelineView key="now" {...shared} past={false} loadOlder={older} onLatest={null} />
  const wanted = jump && past.jump && jump.at > past.jump.at ? jump : past.jump
  return (
    <TimelineView
      key={`past ${past.jump?.at}`}
      {...shared}
      past
      cache={past.cache}
      unread={null}
      jump={wanted}
      loadOlder={olderPast}
      onLatest={close}
    />
  )
})
