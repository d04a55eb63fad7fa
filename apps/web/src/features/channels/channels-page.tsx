import { Button, Group, Stack, Text } from '@mantine/core'
import type { ChannelSummary } from '@recado/contracts/channels'
import { IconBrandWhatsapp, IconCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { TextLink } from '../../components/text-link.tsx'
import { useCan } from '../../lib/session.ts'
import { useInvalidateOn } from '../../lib/socket.ts'
import { channelsKey, channelsQuery } from './api.ts'
import { ChannelStatusBadge, limitText, Quality } from './channel-words.tsx'
import classes from './channels.module.css'
import { ConnectDrawer } from './connect-drawer.tsx'
import { WhatsappTabs } from './whatsapp-tabs.tsx'

const needs = ['number', 'business', 'token'] as const

const Requirements = () => {
  const { t } = useTranslation('channels')
  return (
    <ul className={classes.needs}>
      {needs.map((need) => (
        <li key={need}>
          <IconCheck size={17} aria-hidden="true" /> {t(`needs.${need}`)}
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

const Card = ({ channel }: { channel: ChannelSummary }) => (
  <Stack gap={6}>
    <Group justify="space-between" wrap="nowrap">
      <Text fw={600} truncate>
        {channel.name}
      </Text>
      <ChannelStatusBadge status={channel.status} />
    </Group>
    <Text size="sm" c="dimmed">
      {channel.phone}
    </Text>
    <Quality value={channel.quality} />
  </Stack>
)

const useColumns = (): DataTableColumn<ChannelSummary>[] => {
  const { t, i18n } = useTranslation('channels')
  return [
    {
      accessor: 'name',
      title: t('column.number'),
      render: (channel) => (
        <div>
          <TextLink to="/integrations/whatsapp/$id" params={{ id: channel.id }}>
            {channel.name}
          </TextLink>
          <Text size="sm" c="dimmed">
            {channel.phone}
          </Text>
        </div>
      ),
    },
    { accessor: 'status', title: t('column.status'), render: ({ status }) => <ChannelStatusBadge status={status} /> },
    { accessor: 'quality', title: t('column.quality'), render: ({ quality }) => <Quality value={quality} /> },
    {
      accessor: 'messagingLimit',
      title: t('column.limit'),
      render: ({ messagingLimit }) => <Text size="sm">{limitText(t, messagingLimit, i18n.language)}</Text>,
    },
    { accessor: 'lastInboundAt', title: t('column.lastInbound'), render: (row) => <When at={row.lastInboundAt} /> },
    { accessor: 'lastOutboundAt', title: t('column.lastOutbound'), render: (row) => <When at={row.lastOutboundAt} /> },
  ]
}

/** The WhatsApp numbers of the company, or in their place how one is connected by Meta's window. */
export const ChannelsPage = ({ signup = null }: { signup?: ReactNode }) => {
  const { t } = useTranslation('channels')
  const can = useCan()
  const navigate = useNavigate()
  const query = useQuery(channelsQuery())
  const columns = useColumns()
  const [connecting, setConnecting] = useState(false)
  useInvalidateOn(['channel.updated'], [channelsKey])
  const open = (id: string) => void navigate({ to: '/integrations/whatsapp/$id', params: { id } })
  const connect = can('channels.manage') ? (
    <Group gap="sm">
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
      description={t(can('channels.manage') ? 'empty.text' : 'empty.askAdmin')}
      action={
        <Stack align="center" gap="lg">
          <Requirements />
          {connect}
        </Stack>
      }
    />
  )
  const hasRows = (query.data?.data.length ?? 0) > 0
  return (
    <>
      <PageHeader title={t('title')} description={t('description')} actions={hasRows && !signup ? connect : null} />
      <WhatsappTabs current={signup ? 'signup' : 'numbers'} />
      {signup ?? (
        <DataTable
          query={query}
          columns={columns}
          label={t('title')}
          empty={empty}
          onRowClick={({ id }) => open(id)}
          linked
          card={(channel) => <Card channel={channel} />}
        />
      )}
      <ConnectDrawer
        opened={connecting}
        onClose={() => setConnecting(false)}
        onConnected={(id) => {
          setConnecting(false)
          open(id)
        }}
      />
    </>
  )
}
