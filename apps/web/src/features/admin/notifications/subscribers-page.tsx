import { Group, Stack, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { type SubscriberSummary, subscribersQuery } from './api.ts'
import classes from './notifications.module.css'
import { type SubscriberSearch, validateSubscriberSearch } from './search.ts'

type Row = SubscriberSummary & { id: string }

const Name = ({ row }: { row: Row }) => (
  <div style={{ minWidth: 0 }}>
    <TextLink
      to="/admin/notifications/subscribers/$subscriberId"
      params={{ subscriberId: row.subscriberId }}
      size="sm"
      truncate
    >
      {row.name || row.subscriberId}
    </TextLink>
    {row.email ? (
      <Text size="xs" c="dimmed" truncate>
        {row.email}
      </Text>
    ) : null}
  </div>
)

/** Whether a subscriber is online, or when they last were: a dot and text. */
export const Presence = ({ online, lastOnlineAt }: { online: boolean; lastOnlineAt: string | null }) => {
  const { t } = useTranslation('admin/notifications')
  return (
    <Group gap={7} wrap="nowrap">
      <span className={classes.online} data-online={online || undefined} aria-hidden="true" />
      <Text size="sm" c={online ? 'var(--mantine-color-text)' : 'dimmed'} style={{ whiteSpace: 'nowrap' }}>
        {online ? t('subscriber.online') : lastOnlineAt ? <RelativeTime value={lastOnlineAt} /> : t('common:never')}
      </Text>
    </Group>
  )
}

type Props = { search: SubscriberSearch; onSearch: (next: SubscriberSearch) => void }

/** Everybody that notifications can go to. */
export const SubscribersPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(subscribersQuery(search))
  const columns: DataTableColumn<Row>[] = [
    { accessor: 'name', title: t('column.subscriber'), render: (row) => <Name row={row} /> },
    {
      accessor: 'subscriberId',
      title: t('subscriber.id'),
      render: ({ subscriberId }) => (
        <Text className={classes.mono ?? ''} c="dimmed" truncate maw={200} title={subscriberId}>
          {subscriberId}
        </Text>
      ),
    },
    { accessor: 'phone', title: t('subscriber.phone'), render: ({ phone }) => <Text size="sm">{phone ?? '–'}</Text> },
    {
      accessor: 'locale',
      title: t('subscriber.locale'),
      render: ({ locale }) => <Text size="sm">{locale ?? '–'}</Text>,
    },
    { accessor: 'online', title: t('subscriber.lastOnline'), render: (row) => <Presence {...row} /> },
    {
      accessor: 'unread',
      title: t('subscriber.unread'),
      textAlign: 'right',
      render: ({ unread }) =>
        unread > 0 ? (
          <Group justify="flex-end">
            <CountBadge count={unread} />
          </Group>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <ListPage
      title={t('subscribers.title')}
      search={search}
      onSearch={onSearch}
      validate={validateSubscriberSearch}
      filters={{ search: search.search }}
      find={{ name: 'search', label: t('subscribers.search') }}
      label={t('subscribers.title')}
      query={query}
      columns={columns}
      empty={
        <EmptyState icon={IconUsers} title={t('subscribers.emptyTitle')} description={t('subscribers.emptyText')} />
      }
      card={(row) => (
        <Group justify="space-between" wrap="nowrap">
          <Stack gap={4} style={{ minWidth: 0 }}>
            <Name row={row} />
            <Presence {...row} />
          </Stack>
          <CountBadge count={row.unread} label={t('subscriber.unreadCount', { count: row.unread })} />
        </Group>
      )}
    />
  )
}
