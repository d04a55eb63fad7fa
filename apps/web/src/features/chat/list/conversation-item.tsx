import { Badge, Text } from '@mantine/core'
import type { ConversationSummary } from '@recado/contracts/conversations'
import { IconClock, IconUserCircle } from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../components/avatar.tsx'
import { CountBadge } from '../../../components/count-badge.tsx'
import { plainText } from '../format/parse-format.ts'
import { Ticks } from '../timeline/ticks.tsx'
import { useTimes } from '../timeline/times.ts'
import { windowText } from '../window-pill.tsx'
import { useWindowTime } from '../window-time.ts'
import classes from './list.module.css'

const soon = 2 * 3_600_000

const Countdown = ({ expiresAt }: { expiresAt: string | null }) => {
  const { t } = useTranslation('chat')
  const time = useWindowTime(expiresAt)
  if (time.remaining <= 0 || time.remaining > soon) return null
  const text = windowText(t, time)
  return (
    <span className={classes.countdown} data-window={time.state} title={t('window.closesIn', { time: text })}>
      <IconClock size={12} aria-hidden="true" /> {text}
    </span>
  )
}

const Preview = ({ item }: { item: ConversationSummary }) => {
  const { t, i18n } = useTranslation('chat')
  const { lastType, lastPreview } = item
  const hasKind = lastType !== null && lastType !== 'text' && i18n.exists(`chat:kind.${lastType}`)
  const kind = hasKind ? t(`kind.${lastType}`) : ''
  const words = lastPreview === '' ? '' : plainText(lastPreview.slice(0, 300))
  const text = words || kind || t('list.noMessages')
  return (
    <Text component="span" size="sm" className={classes.preview} data-unread={item.unreadCount > 0 || undefined}>
      {item.lastDirection === 'out' && item.lastStatus ? <Ticks status={item.lastStatus} /> : null}
      <span>{hasKind && words && lastType !== 'template' ? `${kind}: ${words}` : text}</span>
    </Text>
  )
}

type Props = {
  item: ConversationSummary
  active: boolean
  showChannel: boolean
  /** The item that Tab reaches; the others by the arrow keys. */
  focusable: boolean
  onOpen: (id: string) => void
}

/** One conversation in the list. */
export const ConversationItem = memo(({ item, active, showChannel, focusable, onOpen }: Props) => {
  const { t } = useTranslation('chat')
  const times = useTimes()
  const { contact, assignee, channel } = item
  return (
    <button
      type="button"
      className={classes.item}
      data-active={active || undefined}
      data-conversation-id={item.id}
      aria-current={active ? 'true' : undefined}
      tabIndex={focusable ? 0 : -1}
      onClick={() => onOpen(item.id)}
    >
      <Avatar name={contact.displayName} size={44} />
      <span className={classes.itemBody}>
        <span className={classes.itemLine}>
          <b className={classes.name}>{contact.displayName}</b>
          <time dateTime={item.lastMessageAt} className={classes.time} data-unread={item.unreadCount > 0 || undefined}>
            {times.short(item.lastMessageAt)}
          </time>
        </span>
        <span className={classes.itemLine}>
          <Preview item={item} />
          <span className={classes.badge}>
            <CountBadge count={item.unreadCount} label={t('list.unread', { count: item.unreadCount })} />
          </span>
        </span>
        <span className={classes.facts}>
          {showChannel ? <span className={classes.channel}>{channel.name}</span> : null}
          {assignee ? (
            <span className={classes.assignee} title={t('assign.label', { name: assignee.name })}>
              <IconUserCircle size={12} aria-hidden="true" /> {assignee.name.split(' ')[0]}
            </span>
          ) : null}
          <Countdown expiresAt={item.windowExpiresAt} />
          {item.status === 'resolved' ? (
            <Badge size="xs" variant="light" color="gray" tt="none">
              {t('status.resolved')}
            </Badge>
          ) : null}
        </span>
      </span>
    </button>
  )
})
