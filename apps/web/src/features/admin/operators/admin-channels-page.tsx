import { ActionIcon, Alert, Button, Menu, Paper, Progress, Table, Text, Title, Tooltip } from '@mantine/core'
import { endIncident } from '@recado/contracts/admin/operators'
import { IconDots, IconKey } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { incidentsQuery, operatorKey, portfoliosQuery } from './api.ts'
import { ChannelBulk } from './channel-bulk.tsx'
import { ChannelTable } from './channel-table.tsx'
import type { ChannelSearch } from './search.ts'

const IncidentDrawer = lazyComponent(async () => (await import('./incident-drawer.tsx')).IncidentDrawer)

const Board = () => {
  const { t, i18n } = useTranslation('admin/operators')
  const { data } = useQuery(portfoliosQuery())
  const limitShown = ({ messagingLimit, limitSize }: { messagingLimit: string | null; limitSize: number | null }) => {
    if (limitSize !== null) return new Intl.NumberFormat(i18n.language).format(limitSize)
    return messagingLimit === 'TIER_UNLIMITED' ? t('board.unlimited') : '–'
  }
  if (!data || data.data.length === 0) return null
  return (
    <Paper withBorder p="lg" mb="lg" component="section" aria-labelledby="board-title">
      <Title order={2} fz="md" mb="xs" id="board-title">
        {t('board.title')}
      </Title>
      <Table.ScrollContainer minWidth={560} mah={260} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-labelledby="board-title">
          <Table.Thead>
            <Table.Tr>
              {(['portfolio', 'numbers', 'companies', 'trouble', 'paused', 'limit', 'used'] as const).map((name) => (
                <Table.Th key={name}>{t(`board.${name}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.data.map((row) => (
              <Table.Tr key={row.portfolioId}>
                <Table.Td>{row.portfolioId}</Table.Td>
                <Table.Td>{row.channels}</Table.Td>
                <Table.Td>{row.companies}</Table.Td>
                <Table.Td fw={row.trouble > 0 ? 700 : 400}>{row.trouble}</Table.Td>
                <Table.Td>{row.paused}</Table.Td>
                <Table.Td>{limitShown(row)}</Table.Td>
                <Table.Td>
                  {row.limitUsed}
                  {row.limitSize ? (
                    <Progress
                      size="sm"
                      value={Math.min(100, (row.limitUsed / row.limitSize) * 100)}
                      color={row.limitUsed >= row.limitSize * 0.9 ? 'red' : 'petrol'}
                      aria-hidden="true"
                    />
                  ) : null}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}

const Incidents = () => {
  const { t, i18n } = useTranslation('admin/operators')
  const queryClient = useQueryClient()
  const { data } = useQuery(incidentsQuery())
  const end = useMutation({
    mutationFn: (id: string) => call(endIncident, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: operatorKey }),
  })
  const open = (data?.data ?? []).filter(({ endedAt }) => endedAt === null)
  return open.map((incident) => (
    <Alert key={incident.id} color="red" mb="md" title={t('incident.running')}>
      <Text size="sm">{incident.message[i18n.language.startsWith('pt') ? 'pt' : 'en']}</Text>
      <Text size="xs" c="dimmed" component="div">
        {t('incident.size', { channels: incident.channels, companies: incident.companies })} · {incident.startedBy} ·{' '}
        <RelativeTime value={incident.startedAt} />
      </Text>
      <Button size="xs" variant="default" mt="sm" loading={end.isPending} onClick={() => end.mutate(incident.id)}>
        {t('incident.end')}
      </Button>
    </Alert>
  ))
}

type Props = { search: ChannelSearch; onSearch: (next: ChannelSearch) => void }

/** Every number of every company, with what can be done to many at once. */
export const AdminChannelsPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/operators')
  const [starting, setStarting] = useState(false)
  const { cursor: _, ...filter } = search
  return (
    <>
      <ChannelTable
        list="admin-channels"
        head={{
          title: t('admin.title'),
          actions: (
            <>
              <Menu position="bottom-end" withinPortal>
                <Menu.Target>
                  <Tooltip label={t('common:actions')}>
                    <ActionIcon size={34} aria-label={t('common:actions')}>
                      <IconDots size={18} stroke={1.7} />
                    </ActionIcon>
                  </Tooltip>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item component={Link} to="/whatsapp/embedded-signup" leftSection={<IconKey size={17} />}>
                    {t('setup.rotate')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
              <Button color="red" variant="outline" onClick={() => setStarting(true)}>
                {t('incident.open')}
              </Button>
            </>
          ),
          notice: (
            <>
              <Incidents />
              <Board />
            </>
          ),
        }}
        search={search}
        onSearch={onSearch}
        bulk={(selection, clear) => <ChannelBulk selection={selection} onDone={clear} />}
      />
      {starting ? <IncidentDrawer filter={filter} onClose={() => setStarting(false)} /> : null}
    </>
  )
}
