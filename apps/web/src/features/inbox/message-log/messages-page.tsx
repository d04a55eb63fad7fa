import { Group, Stack, Text } from '@mantine/core'
import { type LogEntry, logPeriod } from '@recado/contracts/inbox/message-log'
import { IconMessageSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { logQuery } from './api.ts'
import { CardHead, Cost, Direction, Origin, Outcome, Preview, Reason, StatusBadge } from './labels.tsx'
import { MessageDrawer } from './message-drawer.tsx'
import { useMessageFields } from './message-fields.ts'
import { PeriodNote } from './period-note.tsx'
import { filterOf, type LogSearch, validateLogSearch } from './search.ts'
import { SummaryStrip } from './summary-strip.tsx'
import { useRetry } from './use-retry.tsx'

const useColumns = (): DataTableColumn<LogEntry>[] => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const can = useCan()
  const campaign: DataTableColumn<LogEntry> = {
    accessor: 'campaign',
    secondary: true,
    title: t('origin.campaign'),
    render: ({ campaign: sender }) =>
      sender ? (
        <TextLink size="sm" to="/company/campaigns/$id" params={{ id: sender.id }} truncate maw={180} display="block">
          {sender.name}
        </TextLink>
      ) : (
        '–'
      ),
  }
  return [
    {
      accessor: 'occurredAt',
      title: t('column.time'),
      render: ({ occurredAt }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {dateTime(occurredAt, i18n.language)}
        </Text>
      ),
    },
    {
      accessor: 'contact',
      title: t('column.contact'),
      render: ({ contact, direction }) => (
        <Group gap={6} wrap="nowrap">
          <Direction direction={direction} />
          <Text size="sm" truncate maw={180}>
            {contact.displayName}
          </Text>
        </Group>
      ),
    },
    { accessor: 'preview', title: t('column.preview'), render: (entry) => <Preview entry={entry} /> },
    {
      accessor: 'status',
      title: t('column.status'),
      render: ({ status, error }) => <Outcome status={status} error={error} />,
    },
    { accessor: 'origin', title: t('column.origin'), secondary: true, render: (entry) => <Origin entry={entry} /> },
    ...(can('campaigns.view') ? [campaign] : []),
    {
      accessor: 'channel',
      title: t('column.channel'),
      render: ({ channel }) => (
        <Text size="sm" truncate maw={140}>
          {channel.name}
        </Text>
      ),
    },
    {
      accessor: 'category',
      secondary: true,
      title: t('column.category'),
      render: ({ category }) => (
        <Text size="sm">{category ? t(`category.${category}`, { defaultValue: category }) : '–'}</Text>
      ),
    },
    { accessor: 'cost', title: t('column.cost'), textAlign: 'right', render: ({ cost }) => <Cost cost={cost} /> },
  ]
}

type Props = { search: LogSearch; onSearch: (next: LogSearch) => void }

/** Log of every message: what became of it, why, and what it cost. */
export const MessagesPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('inbox/message-log')
  const can = useCan()
  const filter = filterOf(search)
  const query = useQuery(logQuery(filter, search.cursor))
  const columns = useColumns()
  const fields = useMessageFields(query.data?.data.find(({ campaign }) => campaign?.id === search.campaignId)?.campaign)
  const retry = useRetry(filter)
  const open = (message: string | undefined) => onSearch(changeSearch(search, { cursor: search.cursor, message }))
  return (
    <>
      <ListPage
        title={t('title')}
        list="messages"
        search={search}
        onSearch={onSearch}
        validate={validateLogSearch}
        filters={filter}
        fields={fields}
        find={{ name: 'q', label: t('text') }}
        {...(can('messages.export') ? {} : { exported: null })}
        label={t('title')}
        notice={
          <>
            <PeriodNote from={search.from} to={search.to} days={logPeriod} />
            <SummaryStrip filter={filter} onStatus={(status) => onSearch(changeSearch(search, { status }))} />
          </>
        }
        {...(can('conversations.reply') ? retry.table : {})}
        query={query}
        columns={columns}
        onRowClick={(entry) => open(entry.id)}
        empty={
          <EmptyState
            icon={IconMessageSearch}
            title={t('emptyTitle', { count: logPeriod.usual })}
            description={t('emptyText')}
            action={<LinkButton to="/integrations/whatsapp/chat">{t('openChat')}</LinkButton>}
          />
        }
        card={(entry) => (
          <Stack gap={6}>
            <CardHead entry={entry} name={entry.contact.displayName} />
            <Preview entry={entry} />
            <Group justify="space-between">
              <StatusBadge status={entry.status} />
              <Cost cost={entry.cost} />
            </Group>
            <Reason error={entry.error} />
          </Stack>
        )}
      />
      {retry.dialog}
      <MessageDrawer id={search.message} onClose={() => open(undefined)} />
    </>
  )
}
