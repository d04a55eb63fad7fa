import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { isChannelShown } from '@recado/contracts/whatsapp/channel-filter'
import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { resyncChannels } from '@recado/contracts/whatsapp/channels'
import { IconBrandWhatsapp, IconCheck, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { OwnHandsNote } from '#web/components/form/own-hands-note.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { Choice, FilterField } from '#web/components/table/filters.ts'
import { ListHead } from '#web/components/table/list-head.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { mostCards, ObjectCards } from '#web/components/table/object-cards.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { channelsKey, channelsQuery } from '#web/queries/channels.ts'
import { usageQuery } from './api.ts'
import { Lag, Money } from './channel-figures.tsx'
import { ChannelStatusBadge, limitText, Quality } from './channel-labels.tsx'
import { type ChannelsSearch, kinds, qualities, statuses, validateChannelsSearch } from './channel-search.ts'
import classes from './channels.module.css'
import { LimitGauge } from './limit-gauge.tsx'
import { ApprovedName, NumberCard, type NumberRow } from './number-card.tsx'
import { WhatsappTabs } from './whatsapp-tabs.tsx'

const ConnectDrawer = lazyComponent(async () => (await import('./connect-drawer.tsx')).ConnectDrawer)

const needs = ['number', 'business', 'token'] as const

const Requirements = () => {
  const { t } = useTranslation('whatsapp/channels')
  return (
    <ul className={classes.needs}>
      {needs.map((need) => (
        <li key={need}>
          <IconCheck size={17} aria-hidden="true" style={{ flex: 'none' }} /> {t(`needs.${need}`)}
        </li>
      ))}
    </ul>
  )
}

const When = ({ at }: { at: string | null }) => {
  const { t } = useTranslation()
  return (
    <Text size="sm" {...(at ? {} : { c: 'dimmed' })}>
      {at ? <RelativeTime value={at} /> : t('never')}
    </Text>
  )
}

const Name = ({ channel }: { channel: NumberRow }) => (
  <div>
    <Group gap={4} wrap="nowrap">
      <TextLink to="/integrations/whatsapp/$id" params={{ id: channel.id }} truncate maw={220}>
        {channel.name}
      </TextLink>
      <ApprovedName status={channel.nameStatus} />
    </Group>
    <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
      {channel.phone}
    </Text>
  </div>
)

const useColumns = (): DataTableColumn<NumberRow>[] => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  const of = (show: (usage: ChannelUsage) => ReactNode) => (row: NumberRow) => (row.usage ? show(row.usage) : '–')
  return [
    { accessor: 'name', title: t('column.number'), render: (channel) => <Name channel={channel} /> },
    {
      accessor: 'status',
      title: t('column.status'),
      render: ({ status, usage }) => (
        <Stack gap={4} align="flex-start">
          <ChannelStatusBadge status={status} />
          {usage?.capped ? (
            <Badge variant="outline" color="red" tt="none">
              {t('capped')}
            </Badge>
          ) : null}
        </Stack>
      ),
    },
    { accessor: 'quality', title: t('column.quality'), render: ({ quality }) => <Quality value={quality} /> },
    {
      accessor: 'messagingLimit',
      title: t('column.limit'),
      render: ({ messagingLimit, usage }) =>
        usage ? <LimitGauge usage={usage} /> : <Text size="sm">{limitText(t, messagingLimit, i18n.language)}</Text>,
    },
    {
      accessor: 'kind',
      title: t('fact.kind'),
      secondary: true,
      render: ({ kind }) => <Text size="sm">{t(`kind.${kind}`)}</Text>,
    },
    {
      accessor: 'throughput',
      secondary: true,
      textAlign: 'right',
      title: t('fact.throughput'),
      render: ({ throughput }) => <Text size="sm">{throughput}/s</Text>,
    },
    {
      accessor: 'wabaId',
      title: t('column.account'),
      secondary: true,
      render: ({ accountName, wabaId }) => accountName || wabaId,
    },
    { accessor: 'team', title: t('column.team'), secondary: true, render: of(({ teamName }) => teamName ?? '–') },
    { accessor: 'lastInboundAt', title: t('column.lastInbound'), render: (row) => <When at={row.lastInboundAt} /> },
    {
      accessor: 'lag',
      textAlign: 'right',
      title: t('column.lag'),
      render: of(({ webhookLagSeconds }) => <Lag seconds={webhookLagSeconds} />),
    },
    {
      accessor: 'spend',
      textAlign: 'right',
      title: t('column.spendMonth'),
      render: of(({ spendMonth, currency }) => <Money amount={spendMonth} currency={currency} />),
    },
    {
      accessor: 'lastOutboundAt',
      title: t('column.lastOutbound'),
      secondary: true,
      render: (row) => <When at={row.lastOutboundAt} />,
    },
  ]
}

const useFields = (accounts: Choice[]): FilterField<ChannelsSearch>[] => {
  const { t } = useTranslation('whatsapp/channels')
  return [
    {
      kind: 'choice',
      name: 'status',
      label: t('column.status'),
      choices: statuses.map((value) => ({ value, label: t(`status.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'quality',
      label: t('column.quality'),
      choices: qualities.map((value) => ({ value, label: t(`quality.${value}`) })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: t('fact.kind'),
      choices: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
    },
    ...(accounts.length > 1
      ? [{ kind: 'choice' as const, name: 'wabaId' as const, label: t('column.account'), choices: accounts }]
      : []),
  ]
}

const Resync = ({ selection, onDone }: { selection: BulkSelection; onDone: () => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const { show, dialog } = useBulkOutcome()
  const run = useMutation({
    mutationFn: () => call(resyncChannels, { body: selection }),
    onSuccess: (outcome) => {
      show(outcome)
      if (outcome.skipped.length === 0) onDone()
    },
  })
  return (
    <>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRefresh size={15} />}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {t('resync')}
      </Button>
      {dialog}
    </>
  )
}

/** The company's numbers while there are few, and how many of them need attention. */
const NumberCards = ({ numbers }: { numbers: NumberRow[] }) => {
  const { t } = useTranslation('whatsapp/channels')
  const needing = numbers.filter(({ attention, disconnectedAt }) => attention.needs > 0 && !disconnectedAt).length
  return (
    <>
      <ListHead list="channels" columns={[]}>
        <Text>
          {numbers.length < 2
            ? null
            : needing > 0
              ? t('attention.numbers', { count: needing, total: numbers.length })
              : t('attention.numbersFine', { count: numbers.length })}
        </Text>
      </ListHead>
      <ObjectCards rows={numbers} label={t('title')} card={(number) => <NumberCard number={number} />} />
    </>
  )
}

const NumberList = ({ search, onSearch, empty }: Props & { empty: ReactNode }) => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const navigate = useNavigate()
  const query = useQuery(channelsQuery)
  const usage = useQuery(usageQuery())
  const columns = useColumns()
  const { tab: _, ...filter } = search
  const selected = useSelected(filter)
  const all = query.data?.data ?? []
  const used = new Map((usage.data?.data ?? []).map((row) => [row.id, row]))
  const rows = all
    .filter((row) => isChannelShown(row, filter))
    .map((row) => ({ ...row, usage: used.get(row.id) ?? null }))
  const accounts = new Map(all.map(({ wabaId, accountName }) => [wabaId, accountName || wabaId]))
  const fields = useFields([...accounts].map(([value, label]) => ({ value, label })))
  const selection = { ...selected, label: ({ name, phone }: NumberRow) => `${name} ${phone}` }
  // A link with filters always shows the table, which also shows the filters.
  if (rows.length > 0 && all.length <= mostCards && Object.keys(filter).length === 0)
    return <NumberCards numbers={rows} />
  return (
    <ListPage
      {...(all.length > 0
        ? { list: 'channels' as const, fields, find: { name: 'search' as const, label: t('find'), least: 1 } }
        : {})}
      search={search}
      onSearch={onSearch}
      validate={validateChannelsSearch}
      filters={filter}
      query={{ ...query, data: query.data && { data: rows } }}
      columns={columns}
      label={t('title')}
      empty={empty}
      onRowClick={({ id }) => void navigate({ to: '/integrations/whatsapp/$id', params: { id } })}
      linked
      card={(channel) => <NumberCard number={channel} />}
      {...(can('channels.manage')
        ? {
            selection,
            bulk: (chosen: BulkSelection) => <Resync selection={chosen} onDone={() => selected.onChange([])} />,
          }
        : {})}
    />
  )
}

type Props = { search: ChannelsSearch; onSearch: (next: ChannelsSearch) => void }

/** The WhatsApp numbers of the company, or in their place how one is connected by Meta's window. */
export const ChannelsPage = ({ signup = null, search, onSearch }: Props & { signup?: ReactNode }) => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const navigate = useNavigate()
  const query = useQuery(channelsQuery)
  const [connecting, setConnecting] = useState(false)
  useInvalidateOn(['channel.updated'], [channelsKey])
  const open = (id: string) => void navigate({ to: '/integrations/whatsapp/$id', params: { id } })
  const hasRows = (query.data?.data.length ?? 0) > 0
  const mayConnect = can('channels.connect')
  const connect = mayConnect ? (
    <Group gap="sm" justify={hasRows ? 'flex-start' : 'center'}>
      <Button variant="default" onClick={() => setConnecting(true)}>
        {t('connect.byToken')}
      </Button>
      <Button
        leftSection={<IconPlus size={18} />}
        onClick={() => void navigate({ to: '/integrations/whatsapp', search: { tab: 'signup' } })}
      >
        {t('connect.open')}
      </Button>
    </Group>
  ) : null
  const empty = (
    <EmptyState
      icon={IconBrandWhatsapp}
      title={t('empty.title')}
      description={t(mayConnect ? 'empty.text' : 'empty.askAdmin')}
      action={
        <Stack align="center" gap="lg">
          <Requirements />
          {connect}
        </Stack>
      }
    />
  )
  return (
    <OverviewPage
      title={t('title')}
      description={t('description')}
      actions={hasRows && !signup ? connect : null}
      pages={<WhatsappTabs current={signup ? 'signup' : 'numbers'} />}
    >
      {mayConnect ? null : <OwnHandsNote />}
      <div>{signup ?? <NumberList search={search} onSearch={onSearch} empty={empty} />}</div>
      {connecting ? (
        <ConnectDrawer
          onClose={() => setConnecting(false)}
          onConnected={(id) => {
            setConnecting(false)
            open(id)
          }}
        />
      ) : null}
    </OverviewPage>
  )
}
