import { Button } from '@mantine/core'
import {
  IconAt,
  IconCircleCheck,
  IconDeviceMobile,
  IconMessages,
  IconMoon,
  IconPlugConnected,
  IconQrcode,
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
import type { ListFilter } from '../search.ts'
import classes from './list.module.css'

/** Whether something narrows the view down, so that clearing it may help. */
const isNarrowed = ({
  status,
  channelId,
  teamId,
  labelId,
  priority,
  assigneeId,
  unread,
  waiting,
  overdue,
  event,
  search,
}: ListFilter): boolean =>
  status !== 'open' ||
  [channelId, teamId, labelId, priority, assigneeId, unread, waiting, overdue, event, search].some(
    (part) => part !== undefined,
  )

type Icon = ComponentType<{ size?: number; stroke?: number }>
const icons: Partial<Record<ListFilter['view'], Icon>> = { mentions: IconAt, snoozed: IconMoon }

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

/** Says why a list is empty: filters, a view with nothing in it, no number yet, or no customer yet. */
export const NoConversations = ({ filter, onClear }: { filter: ListFilter; onClear: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  const clear = (
    <Button variant="light" size="sm" onClick={onClear}>
      {t('common:clearFilters')}
    </Button>
  )
  if (isNarrowed(filter)) {
    return (
      <EmptyState
        compact
        icon={IconSearchOff}
        title={t('empty.filtered')}
        description={t('empty.filteredText')}
        action={clear}
      />
    )
  }
  if (filter.view === 'all') return <NothingAtAll />
  return (
    <EmptyState
      compact
      icon={icons[filter.view] ?? IconCircleCheck}
      title={t(`list.nothing.${filter.view}`)}
      description={t(`list.nothingText.${filter.view}`)}
    />
  )
}
