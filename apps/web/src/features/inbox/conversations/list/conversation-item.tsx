import { VisuallyHidden } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { Label } from '@recado/contracts/inbox/labels'
import { IconAt, IconCircleCheck, IconClock, IconMoon, IconPencil, IconRobot } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { useTimes } from '#web/lib/i18n/times.ts'
import { browserStore } from '#web/lib/ui/browser-store.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { LabelTag, PriorityMark, SlaMark } from '../actions/marks.tsx'
import { useComing } from '../actions/use-coming.ts'
import { useNow } from '../actions/use-now.ts'
import { readDraft } from '../drafts.ts'
import { Ticks } from '../timeline/ticks.tsx'
import { windowText } from '../window-pill.tsx'
import { windowTimeAt } from '../window-time.ts'
import classes from './list.module.css'
import { useLongPress } from './use-long-press.ts'

const soon = 2 * 3_600_000
const labelsShown = 1

const Countdown = ({ expiresAt }: { expiresAt: string | null }) => {
  const { t } = useTranslation('inbox/conversations')
  const time = windowTimeAt(expiresAt, useNow())
  if (time.remaining <= 0 || time.remaining > soon) return null
  const text = windowText(t, time)
  return (
    <span className={classes.countdown} data-window={time.state} title={t('window.closesIn', { time: text })}>
      <IconClock size={12} aria-hidden="true" /> {text}
    </span>
  )
}

const Preview = ({ item, drafted }: Pick<Props, 'item'> & Drafted) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const { lastType, lastPreview } = item
  const hasKind = lastType !== null && lastType !== 'text' && i18n.exists(`inbox/conversations:kind.${lastType}`)
  const kind = hasKind ? t(`kind.${lastType}`) : ''
  const words = lastPreview === '' ? '' : plainText(lastPreview.slice(0, 300))
  const text = words || kind || t('list.noMessages')
  return (
    <span className={classes.preview} data-unread={item.unreadCount > 0 || undefined}>
      {drafted ? (
        <span className={classes.draft}>
          <IconPencil size={13} aria-hidden="true" /> {t('list.draft')}
        </span>
      ) : null}
      {item.lastDirection === 'out' && item.lastStatus ? <Ticks status={item.lastStatus} /> : null}
      <span>{hasKind && words && lastType !== 'template' ? `${kind}: ${words}` : text}</span>
    </span>
  )
}

const Snooze = ({ until }: { until: string | null }) => {
  const { t } = useTranslation('inbox/conversations')
  const coming = useComing()
  const text = until ? t('list.snoozedUntil', { time: coming(until) }) : t('list.snoozedReply')
  return (
    <span className={classes.fact} title={text}>
      <IconMoon size={12} aria-hidden="true" /> {until ? coming(until) : t('list.untilReply')}
    </span>
  )
}

const Labels = memo(({ ids, labels }: { ids: readonly string[]; labels: ReadonlyMap<string, Label> }) => {
  const { t } = useTranslation('inbox/conversations')
  const own = ids.flatMap((id) => labels.get(id) ?? [])
  const rest = own.slice(labelsShown)
  return (
    <>
      {own.slice(0, labelsShown).map((label) => (
        <LabelTag key={label.id} label={label} />
      ))}
      {rest.length > 0 ? (
        <span title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
          <VisuallyHidden>{t('list.moreLabels', { names: rest.map(({ name }) => name).join(', ') })}</VisuallyHidden>
        </span>
      ) : null}
    </>
  )
})

/** What the list does not imply: that the conversation is resolved, or that a bot answers it. */
const Status = ({ status }: { status: 'resolved' | 'pending' }) => {
  const { t } = useTranslation('inbox/conversations')
  const Icon = status === 'pending' ? IconRobot : IconCircleCheck
  const text = t(status === 'pending' ? 'list.pending' : 'status.resolved')
  return (
    <span className={classes.fact} title={text}>
      <Icon size={14} stroke={1.8} aria-hidden="true" />
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}

/** What needs attention, most urgent first. Most conversations have few marks, so those that are not there cost nothing. */
const Marks = ({ item }: Pick<Props, 'item'>) => {
  const { t } = useTranslation('inbox/conversations')
  const { priority, slaDueAt, status } = item
  return (
    <span className={classes.marks}>
      {item.mentioned ? (
        <span className={classes.mention} title={t('list.mentioned')}>
          <IconAt size={14} stroke={2.2} aria-hidden="true" />
          <VisuallyHidden>{t('list.mentioned')}</VisuallyHidden>
        </span>
      ) : null}
      {priority === 'none' ? null : <PriorityMark priority={priority} />}
      {slaDueAt === null ? null : <SlaMark dueAt={slaDueAt} />}
      <Countdown expiresAt={item.windowExpiresAt} />
      {status === 'snoozed' ? <Snooze until={item.snoozedUntil} /> : null}
      {status === 'resolved' || status === 'pending' ? <Status status={status} /> : null}
      <CountBadge count={item.unreadCount} label={t('list.unread', { count: item.unreadCount })} />
    </span>
  )
}

type Props = {
  item: ConversationSummary
  /** Starts a section with this item. */
  heading: string | null
  active: boolean
  labels: ReadonlyMap<string, Label>
  showChannel: boolean
  /** The item that Tab reaches; the others by the arrow keys. */
  focusable: boolean
  selected: boolean
  /** Something is selected, so that a tap on an item selects it too. */
  selecting: boolean
  /** Whether several may be changed at once here. */
  selectable: boolean
  onOpen: (id: string) => void
  onSelect: (id: string, range: boolean) => void
}

type Drafted = { drafted: boolean }

type CheckProps = { id: string; name: string } & Pick<Props, 'selected' | 'onSelect'>

const Check = memo(({ id, name, selected, onSelect }: CheckProps) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <input
      type="checkbox"
      className={classes.check}
      checked={selected}
      tabIndex={-1}
      aria-label={t('bulk.select', { name })}
      onChange={() => undefined}
      onClick={(event) => onSelect(id, event.shiftKey)}
    />
  )
})

const Body = ({ item, drafted, labels, showChannel }: Pick<Props, 'item' | 'labels' | 'showChannel'> & Drafted) => {
  const times = useTimes()
  return (
    <span className={classes.itemBody}>
      <span className={classes.itemLine}>
        <b className={classes.name}>{item.contact.displayName}</b>
        <span className={classes.tags}>
          {showChannel ? <span className={classes.channel}>{item.channel.name}</span> : null}
          {item.labelIds.length > 0 ? <Labels ids={item.labelIds} labels={labels} /> : null}
        </span>
        <time dateTime={item.lastMessageAt} className={classes.time} data-unread={item.unreadCount > 0 || undefined}>
          {times.short(item.lastMessageAt)}
        </time>
      </span>
      <span className={classes.itemLine}>
        <Preview item={item} drafted={drafted} />
        <Marks item={item} />
      </span>
    </span>
  )
}

/** The customer, and in the corner whoever has the conversation. */
const Pictures = memo(({ name, assignee }: { name: string } & Pick<ConversationSummary, 'assignee'>) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <span className={classes.pictures}>
      <Avatar name={name} size={36} />
      {assignee ? (
        <span className={classes.assignee} title={t('assign.label', { name: assignee.name })}>
          <Avatar name={assignee.name} src={assignee.avatarUrl} size={16} variant="filled" />
          <VisuallyHidden>{t('assign.label', { name: assignee.name })}</VisuallyHidden>
        </span>
      ) : null}
    </span>
  )
})

/** One conversation in the list. */
export const ConversationItem = memo(
  ({ item, heading, active, focusable, selected, selecting, selectable, onOpen, onSelect, ...shown }: Props) => {
    const press = useLongPress(() => selectable && onSelect(item.id, false))
    const drafted = !active && readDraft(browserStore(), item.id) !== ''
    return (
      <>
        {heading ? <h2 className={classes.heading}>{heading}</h2> : null}
        <div className={classes.row} data-selected={selected || undefined} data-selecting={selecting || undefined}>
          <button
            type="button"
            className={classes.item}
            data-active={active || undefined}
            data-conversation-id={item.id}
            aria-current={active ? 'true' : undefined}
            tabIndex={focusable ? 0 : -1}
            onClick={(event) => {
              if (press.wasLong()) return
              const range = event.shiftKey
              if (selectable && (range || selecting)) onSelect(item.id, range)
              else onOpen(item.id)
            }}
            {...press.handlers}
          >
            <Pictures name={item.contact.displayName} assignee={item.assignee} />
            <Body item={item} drafted={drafted} {...shown} />
          </button>
          {selectable ? (
            <Check id={item.id} name={item.contact.displayName} selected={selected} onSelect={onSelect} />
          ) : null}
        </div>
      </>
    )
  },
)
