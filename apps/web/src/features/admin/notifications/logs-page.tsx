import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { logCodes } from '@recado/contracts/notifications/domain'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconListDetails } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { type LogEntry, logsQuery } from './api.ts'
import classes from './notifications.module.css'
import { type LogSearch, validateLogSearch } from './search.ts'
import { useKnownTexts } from './use-step-texts.ts'

const looks = {
  error: { icon: IconAlertCircle, color: 'red' },
  success: { icon: IconCircleCheck, color: 'petrol' },
  info: { icon: IconInfoCircle, color: 'gray' },
} as const

const Level = ({ level }: { level: LogEntry['level'] }) => {
  const { t } = useTranslation('admin/notifications')
  const { icon: Icon, color } = looks[level]
  return (
    <Badge variant="light" color={color} leftSection={<Icon size={13} aria-hidden="true" />}>
      {t(`level.${level}`)}
    </Badge>
  )
}

const What = ({ entry }: { entry: LogEntry }) => {
  const { t } = useTranslation('admin/notifications')
  const inOwnLanguage = useKnownTexts()
  const [open, { toggle }] = useDisclosure(false)
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm">
        {t(`log.${entry.code}`, { defaultValue: entry.text })}{' '}
        <Text span size="xs" c="dimmed" className={classes.mono ?? ''}>
          {entry.code}
        </Text>
      </Text>
      {entry.workflow ? (
        <Text size="xs" c="dimmed">
          {inOwnLanguage(entry.workflow)}
        </Text>
      ) : null}
      {entry.raw ? (
        <>
          <Button size="compact-xs" variant="subtle" px={4} onClick={toggle} aria-expanded={open}>
            {t(open ? 'run.hideRaw' : 'run.showRaw')}
          </Button>
          <Collapse expanded={open}>
            <ScrollRegion className={classes.raw} label={t('logs.raw')}>
              {entry.raw}
            </ScrollRegion>
          </Collapse>
        </>
      ) : null}
    </div>
  )
}

const Transaction = ({ id }: { id: string | null }) =>
  id ? (
    <TextLink
      to="/admin/notifications/activity"
      search={{ transactionId: id }}
      className={classes.mono ?? ''}
      fw={400}
      truncate
      display="block"
      maw={180}
      title={id}
    >
      {id}
    </TextLink>
  ) : (
    '–'
  )

type Props = { search: LogSearch; onSearch: (next: LogSearch) => void }

const useFields = (): FilterField<LogSearch>[] => {
  const { t } = useTranslation('admin/notifications')
  return [
    {
      kind: 'choice',
      name: 'level',
      label: t('logs.level'),
      choices: (['error', 'success', 'info'] as const).map((value) => ({ value, label: t(`level.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'code',
      label: t('logs.code'),
      choices: Object.keys(logCodes).map((value) => ({ value, label: `${value} · ${t(`log.${value}`)}` })),
    },
    { kind: 'text', name: 'subscriber', label: t('subscriber.id') },
  ]
}

/** What went wrong, and what was done, by its code. */
export const LogsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const query = useQuery(logsQuery(search))
  const { cursor: _, ...filters } = search
  const fields = useFields()
  const columns: DataTableColumn<LogEntry>[] = [
    {
      accessor: 'at',
      title: t('column.time'),
      render: ({ at }) => (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          <RelativeTime value={at} />
        </Text>
      ),
    },
    { accessor: 'level', title: t('logs.level'), render: ({ level }) => <Level level={level} /> },
    { accessor: 'text', title: t('logs.what'), render: (entry) => <What entry={entry} /> },
    {
      accessor: 'subscriberId',
      title: t('column.subscriber'),
      render: ({ subscriberId }) =>
        subscriberId ? (
          <TextLink
            to="/admin/notifications/subscribers/$subscriberId"
            params={{ subscriberId }}
            className={classes.mono ?? ''}
            fw={400}
            truncate
            display="block"
            maw={160}
            title={subscriberId}
          >
            {subscriberId}
          </TextLink>
        ) : (
          '–'
        ),
    },
    {
      accessor: 'transactionId',
      title: t('column.transaction'),
      render: ({ transactionId }) => <Transaction id={transactionId} />,
    },
  ]
  return (
    <ListPage
      title={t('logs.title')}
      search={search}
      onSearch={onSearch}
      validate={validateLogSearch}
      filters={filters}
      fields={fields}
      find={{ name: 'transactionId', label: t('column.transaction') }}
      label={t('logs.title')}
      query={query}
      columns={columns}
      empty={<EmptyState icon={IconListDetails} title={t('logs.emptyTitle')} description={t('logs.emptyText')} />}
      card={(entry) => (
        <Stack gap={6}>
          <Group justify="space-between">
            <Level level={entry.level} />
            <Text size="xs" c="dimmed">
              <RelativeTime value={entry.at} />
            </Text>
          </Group>
          <What entry={entry} />
          <Transaction id={entry.transactionId} />
        </Stack>
      )}
    />
  )
}
