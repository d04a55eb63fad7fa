import { Badge, Group, Progress, Stack, Text } from '@mantine/core'
import type { OperatorChannel } from '@recado/contracts/admin/operators'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { channelStatuses } from '@recado/contracts/whatsapp/channels'
import { IconBrandWhatsapp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { moneyText } from '#web/lib/i18n/money.ts'
import { operatorChannelsQuery } from './api.ts'
import { type ChannelSearch, validateChannelSearch } from './search.ts'

const colors = {
  onboarding: 'gray',
  connected: 'petrol',
  degraded: 'clay',
  restricted: 'red',
  token_expired: 'red',
  disconnected: 'gray',
  banned: 'red',
} as const satisfies Record<OperatorChannel['status'], string>
const qualities = ['GREEN', 'YELLOW', 'RED', 'UNKNOWN'] as const

const States = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('admin/operators')
  return (
    <Group gap={6}>
      <Badge variant="light" color={colors[channel.status]} tt="none">
        {t(`status.${channel.status}`)}
      </Badge>
      {channel.paused ? (
        <Badge variant="outline" color="red" tt="none" title={channel.paused.reason}>
          {t(`paused.${channel.paused.scope}`)}
        </Badge>
      ) : null}
    </Group>
  )
}

const Token = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('admin/operators')
  const { tokenKind, tokenIssuedAt, tokenExpiresAt } = channel
  return (
    <Text size="sm" component="div" style={{ whiteSpace: 'nowrap' }}>
      {t(`token.${tokenKind}`)}
      <Text size="xs" c="dimmed" component="div">
        {tokenIssuedAt ? (
          <Trans t={t} i18nKey="token.age" components={{ time: <RelativeTime value={tokenIssuedAt} /> }} />
        ) : null}{' '}
        {tokenExpiresAt ? (
          <Trans t={t} i18nKey="token.expires" components={{ time: <RelativeTime value={tokenExpiresAt} /> }} />
        ) : null}
      </Text>
    </Text>
  )
}

const SLOW_SECONDS = 300

const Lag = ({ seconds }: { seconds: number | null }) => {
  const { i18n } = useTranslation()
  if (seconds === null) return '–'
  const [amount, unit] = seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return (
    <Text size="sm" {...(seconds > SLOW_SECONDS ? { c: 'red.8', fw: 600 } : {})} style={{ whiteSpace: 'nowrap' }}>
      {new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)}
    </Text>
  )
}

const Waiting = ({ channel: { waiting, waitingSince } }: { channel: OperatorChannel }) => {
  const { i18n } = useTranslation()
  return (
    <Text size="sm" {...(waiting > 0 ? { fw: 600 } : { c: 'dimmed' })} component="div" style={{ whiteSpace: 'nowrap' }}>
      {new Intl.NumberFormat(i18n.language).format(waiting)}
      {waitingSince ? (
        <>
          {' · '}
          <RelativeTime value={waitingSince} />
        </>
      ) : null}
    </Text>
  )
}

const Limit = ({ channel: { limitUsed, limitSize, portfolioId } }: { channel: OperatorChannel }) => {
  const { i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <div style={{ minWidth: 110 }}>
      <Text size="sm">
        {number.format(limitUsed)}
        {limitSize ? ` / ${number.format(limitSize)}` : ''}
      </Text>
      {limitSize ? (
        <Progress
          size="sm"
          value={Math.min(100, (limitUsed / limitSize) * 100)}
          color={limitUsed >= limitSize ? 'red' : limitUsed >= limitSize * 0.9 ? 'clay' : 'petrol'}
          aria-hidden="true"
        />
      ) : null}
      {portfolioId ? (
        <Text size="xs" c="dimmed">
          {portfolioId}
        </Text>
      ) : null}
    </div>
  )
}

const useColumns = (): DataTableColumn<OperatorChannel>[] => {
  const { t, i18n } = useTranslation('admin/operators')
  const number = new Intl.NumberFormat(i18n.language)
  return [
    {
      accessor: 'name',
      title: t('column.number'),
      render: ({ name, phone }) => (
        <div style={{ whiteSpace: 'nowrap' }}>
          <Text fw={600} truncate maw={220}>
            {name}
          </Text>
          <Text size="sm" c="dimmed">
            {phone}
          </Text>
        </div>
      ),
    },
    { accessor: 'companyName', title: t('column.company') },
    { accessor: 'status', title: t('column.status'), render: (channel) => <States channel={channel} /> },
    {
      accessor: 'quality',
      title: t('column.quality'),
      render: ({ quality }) => t(`quality.${qualities.find((known) => known === quality) ?? 'UNKNOWN'}`),
    },
    {
      accessor: 'waiting',
      title: t('column.waiting'),
      textAlign: 'right',
      render: (channel) => <Waiting channel={channel} />,
    },
    {
      accessor: 'lastEventAt',
      title: t('column.lastEvent'),
      render: ({ lastEventAt }) => (lastEventAt ? <RelativeTime value={lastEventAt} /> : t('common:never')),
    },
    {
      accessor: 'limit',
      title: t('column.limit'),
      render: (channel) => <Limit channel={channel} />,
    },
    { accessor: 'kind', title: t('column.type'), secondary: true, render: ({ kind }) => t(`kind.${kind}`) },
    { accessor: 'wabaId', title: t('column.account'), secondary: true },
    {
      accessor: 'throughput',
      secondary: true,
      textAlign: 'right',
      title: t('column.throughput'),
      render: ({ throughput }) => t('perSecond', { count: throughput }),
    },
    { accessor: 'token', title: t('column.token'), secondary: true, render: (row) => <Token channel={row} /> },
    {
      accessor: 'lag',
      title: t('column.lag'),
      secondary: true,
      render: ({ webhookLagSeconds: lag }) => <Lag seconds={lag} />,
    },
    {
      accessor: 'errorsHour',
      secondary: true,
      textAlign: 'right',
      title: t('column.errors'),
      render: ({ errorsHour }) => (
        <Text size="sm" {...(errorsHour > 0 ? { c: 'red.8', fw: 600 } : { c: 'dimmed' })}>
          {number.format(errorsHour)}
        </Text>
      ),
    },
    {
      accessor: 'messagesDay',
      secondary: true,
      textAlign: 'right',
      title: t('column.messages'),
      render: ({ messagesDay }) => number.format(messagesDay),
    },
    {
      accessor: 'spendDay',
      secondary: true,
      textAlign: 'right',
      title: t('column.spend'),
      render: ({ spendDay, currency }) => moneyText(spendDay, currency, i18n.language),
    },
    { accessor: 'graphVersion', title: t('column.version'), secondary: true },
    {
      accessor: 'operators',
      secondary: true,
      title: t('column.operators'),
      render: ({ operators }) => operators.map(({ name }) => name).join(', ') || '–',
    },
  ]
}

const Card = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('admin/operators')
  return (
    <Stack gap={6}>
      <Text fw={600}>{channel.name}</Text>
      <Text size="sm" c="dimmed">
        {channel.companyName} · {channel.phone}
      </Text>
      <States channel={channel} />
      <Text size="sm">{t('waitingNow', { count: channel.waiting })}</Text>
    </Stack>
  )
}

const useFields = (): FilterField<ChannelSearch>[] => {
  const { t } = useTranslation('admin/operators')
  return [
    {
      kind: 'choice',
      name: 'status',
      label: t('column.status'),
      choices: channelStatuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'quality',
      label: t('column.quality'),
      choices: qualities.map((value) => ({ value, label: t(`quality.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'paused',
      label: t('column.paused'),
      choices: (['yes', 'no'] as const).map((value) => ({ value, label: t(`pausedFilter.${value}`) })),
    },
    { kind: 'flag', name: 'trouble', label: t('filterTrouble') },
    { kind: 'flag', name: 'waiting', label: t('filterWaiting') },
  ]
}

type Props = {
  /** What stands in the row of the filters: the heading of the page, what can be done, and what is told above the rows. */
  head: { title: string; actions?: ReactNode; notice?: ReactNode }
  list?: 'operator-channels' | 'admin-channels'
  search: ChannelSearch
  onSearch: (next: ChannelSearch) => void
  /** What can be done with chosen numbers; none can be chosen without it. */
  bulk?: (selection: BulkSelection, clear: () => void) => ReactNode
}

/** The numbers that an operator looks after, with filters in the URL. */
export const ChannelTable = ({ head, list = 'operator-channels', search, onSearch, bulk }: Props) => {
  const { t } = useTranslation('admin/operators')
  const { cursor, ...filter } = search
  const query = useQuery(operatorChannelsQuery(filter, cursor))
  const columns = useColumns()
  const fields = useFields()
  const isAdmin = list === 'admin-channels'
  const company = useCompanyField('companyId', t('column.company'), isAdmin ? search.companyId : undefined)
  const selected = useSelected(filter)
  const clear = () => selected.onChange([])
  const choosing = bulk && {
    selection: { ...selected, label: ({ name, phone }: OperatorChannel) => `${name} ${phone}` },
    bulk: (selection: BulkSelection) => bulk(selection, clear),
  }
  return (
    <ListPage
      {...head}
      list={list}
      fields={isAdmin ? [...fields, company] : fields}
      find={{ name: 'search', label: t('search') }}
      search={search}
      onSearch={onSearch}
      validate={validateChannelSearch}
      filters={filter}
      query={query}
      columns={columns}
      label={t('title')}
      empty={<EmptyState icon={IconBrandWhatsapp} title={t('empty')} description={t('emptyText')} />}
      card={(channel) => <Card channel={channel} />}
      {...choosing}
    />
  )
}
