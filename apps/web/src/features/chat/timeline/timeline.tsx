import { Button, Loader } from '@mantine/core'
import type { Message } from '@recado/contracts/conversations'
import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Virtualizer } from 'virtua'
import { toastInfo } from '../../../lib/toasts.ts'
import { loadOlder } from '../api.ts'
import { plainText } from '../format/parse-format.ts'
import type { MessageCache } from '../message-cache.ts'
import bubble from './bubble.module.css'
import { MessageRow } from './message-row.tsx'
import { OutgoingRow } from './outgoing-row.tsx'
import classes from './timeline.module.css'
import { useTimes } from './times.ts'
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
  const { t } = useTranslation('chat')
  return <div className={bubble.unread}>{t('timeline.unread', { count })}</div>
}

const StartLine = () => {
  const { t } = useTranslation('chat')
  return <div className={bubble.event}>{t('timeline.start')}</div>
}

const rowElement = (row: AnyRow, highlighted: string | null): ReactElement => {
  if (row.kind === 'message') {
    const { message, first, last } = row
    return (
      <MessageRow key={row.key} message={message} first={first} last={last} highlighted={highlighted === row.key} />
    )
  }
  if (row.kind === 'outgoing') return <OutgoingRow key={row.key} item={row.item} />
  if (row.kind === 'day') return <DaySeparator key={row.key} at={row.at} />
  if (row.kind === 'unread') return <UnreadSeparator key={row.key} count={row.count} />
  return <StartLine key={row.key} />
}

/** Says a new message of the customer aloud, once. */
const Announcer = ({ messages, name }: { messages: readonly Message[]; name: string }) => {
  const { t } = useTranslation('chat')
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

const jumpPages = 20
const highlightTime = 2200

type Props = {
  conversationId: string
  contactName: string
  cache: MessageCache
  unread: Unread
  /** Message to show, with a number that changes with every wish. */
  jump: { id: string; at: number } | null
}

/** The messages of a conversation; only what is in view is in the page. */
export const Timeline = ({ conversationId, contactName, cache, unread, jump }: Props) => {
  const { t, i18n } = useTranslation('chat')
  const queryClient = useQueryClient()
  const { timeZone } = useTimes()
  const rows = useRows(conversationId, cache, unread, timeZone)
  const scroller = useRef<HTMLDivElement>(null)
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const older = useCallback(() => loadOlder(queryClient, conversationId), [queryClient, conversationId])
  const { hasBefore } = cache
  const scroll = useTimelineScroll({ rows, hasBefore, loadOlder: older })
  const { list, loadMore } = scroll
  const searched = useRef({ at: 0, pages: 0 })

  useEffect(() => {
    if (!jump || searched.current.at === jump.at) return
    const index = rows.findIndex(({ key }) => key === jump.id)
    if (index >= 0) {
      searched.current = { at: jump.at, pages: 0 }
      list.current?.scrollToIndex(index, { align: 'center' })
      setHighlighted(jump.id)
      return
    }
    if (hasBefore && searched.current.pages < jumpPages) {
      searched.current.pages += 1
      void loadMore()
      return
    }
    searched.current = { at: jump.at, pages: 0 }
    toastInfo(i18n.t('chat:timeline.tooOld'))
  }, [jump, rows, hasBefore, list, loadMore, i18n])

  useEffect(() => {
    if (!highlighted) return
    const timer = setTimeout(() => setHighlighted(null), highlightTime)
    return () => clearTimeout(timer)
  }, [highlighted])

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
      </div>
      {scroll.newCount > 0 || scroll.isAway ? (
        <Button
          className={classes.down}
          size="compact-md"
          radius="xl"
          variant={scroll.newCount > 0 ? 'filled' : 'default'}
          leftSection={<IconArrowDown size={16} />}
          onClick={scroll.goToEnd}
        >
          {scroll.newCount > 0 ? t('timeline.new', { count: scroll.newCount }) : t('timeline.latest')}
        </Button>
      ) : null}
      <Announcer messages={cache.messages} name={contactName} />
    </div>
  )
}
