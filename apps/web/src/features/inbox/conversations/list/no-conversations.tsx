import { Button } from '@mantine/core'
import {
  IconAt,
  IconCircleCheck,
  IconDeviceMobile,
  IconMessages,
  IconMoon,
  IconPlayerTrackNext,
  IconPlugConnected,
  IconQrcode,
  IconRobot,
  IconSearchOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { appInfoQuery } from '#web/queries/app-info.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import type { ListFilter } from '../list-filter.ts'
import classes from './list.module.css'

type Props = { filter: ListFilter; onClear: () => void; onNext: () => void }

/** Whether something narrows the view down, so that clearing it may help. */
const isNarrowed = ({ status, view, ...filter }: ListFilter): boolean =>
  (status !== 'open' && !(status === 'resolved' && view === 'all')) ||
  [
    filter.channelId,
    view === 'team' ? undefined : filter.teamId,
    filter.labelId,
    filter.priority,
    filter.assigneeId,
    filter.unread,
    filter.waiting,
    filter.overdue,
    filter.event,
  ].some((part) => part !== undefined)

type Icon = ComponentType<{ size?: number; stroke?: number }>
const icons: Partial<Record<ListFilter['view'], Icon>> = { mentions: IconAt, snoozed: IconMoon, pending: IconRobot }

const NothingAtAll = () => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { data: channels } = useQuery(channelsQuery)
  const { data: app } = useQuery(appInfoQuery)
  const own = (channels?.data ?? []).filter(({ disconnectedAt }) => disconnectedAt === null)
  if (channels && own.length === 0) {
    const connect = can('channels.connect') ? (
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
  const first = own[0]
  const share =
    first && can('channels.view') ? (
      <Link to="/integrations/whatsapp/$id" params={{ id: first.id }} className={classes.share}>
        <IconQrcode size={18} aria-hidden="true" /> {t('list.share')}
      </Link>
    ) : null
  const description = phoneUrl ? t('empty.demoText') : t('empty.noneText', { phone: first?.phone ?? '' })
  return (
    <EmptyState compact icon={IconMessages} title={t('empty.none')} description={description} action={phone ?? share} />
  )
}

/** No open conversation: all are resolved, or there never was one. */
const NothingOpen = () => {
  const { t } = useTranslation('inbox/conversations')
  const { data: counts } = useQuery(conversationCountsQuery())
  if (!counts) return null
  if (counts.resolved + counts.snoozed === 0) return <NothingAtAll />
  const text = counts.snoozed > 0 ? t('list.allDoneSnoozed', { count: counts.snoozed }) : t('list.nothingText.all')
  return <EmptyState compact kind="done" description={text} />
}

/** No conversation waits for this member; there may be unassigned ones. */
const NothingOfMine = ({ onNext }: Pick<Props, 'onNext'>) => {
  const { t } = useTranslation('inbox/conversations')
  const can = useCan()
  const { data: counts } = useQuery(conversationCountsQuery())
  const waiting = counts?.unassigned ?? 0
  if (waiting === 0 || !can('conversations.reply'))
    return <EmptyState compact kind="done" description={t('list.nothingText.mine')} />
  return (
    <EmptyState
      compact
      kind="done"
      description={t('list.othersWait', { count: waiting })}
      action={
        <Button size="sm" variant="light" leftSection={<IconPlayerTrackNext size={17} />} onClick={onNext}>
          {t('list.takeNext')}
        </Button>
      }
    />
  )
}

const NothingFound = ({ filter: { search }, onClear }: Pick<Props, 'filter' | 'onClear'>) => {
  const { t } = useTranslation('inbox/conversations')
  if (!search) return <EmptyState compact kind="noMatch" onClear={onClear} />
  return (
    <EmptyState
      compact
      icon={IconSearchOff}
      title={t('empty.notFound', { text: search })}
      description={t('empty.notFoundText')}
      action={
        <Button variant="light" size="sm" onClick={onClear}>
          {t('empty.clearSearch')}
        </Button>
      }
    />
  )
}

/** Explains why a list is empty: filters, all resolved, an empty view, no number yet, or no customer yet. */
export const NoConversations = ({ filter, onClear, onNext }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { view } = filter
  if (filter.search || isNarrowed(filter)) return <NothingFound filter={filter} onClear={onClear} />
  if (view === 'all' && filter.status === 'open') return <NothingOpen />
  if (view === 'mine') return <NothingOfMine onNext={onNext} />
  if (view === 'unassigned' || view === 'team')
    return <EmptyState compact kind="done" description={t(`list.nothingText.${view}`)} />
  const what = view === 'all' ? 'resolved' : view
  return (
    <EmptyState
      compact
      icon={icons[view] ?? IconCircleCheck}
      title={t(`list.nothing.${what}`)}
      description={t(`list.nothingText.${what}`)}
    />
  )
}
