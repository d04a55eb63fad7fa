import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { OperatorChannel } from '@recado/contracts/admin/operators'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { ExportMenu } from '#web/components/table/export-menu.tsx'
import { startListExport } from '#web/lib/api/lists.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'
import { operatorChannelsQuery } from './api.ts'
import { OperatorBulk } from './channel-bulk.tsx'
import { ChannelTable } from './channel-table.tsx'
import type { ChannelSearch } from './search.ts'

type Props = { search: ChannelSearch; onSearch: (next: ChannelSearch) => void }

/** The numbers of all companies that an operator looks after. */
export const OperatorChannelsPage = (props: Props) => {
  const { t } = useTranslation('admin/operators')
  return (
    <ChannelTable
      {...props}
      head={{ title: t('title') }}
      bulk={(selection, clear) => <OperatorBulk selection={selection} onDone={clear} />}
    />
  )
}

const Waiting = ({ channel }: { channel: OperatorChannel }) => {
  const { t } = useTranslation('admin/operators')
  const switchCompany = useSwitchCompany()
  const navigate = useNavigate()
  const enter = async () => {
    if (await switchCompany(channel.companyId, channel.companyName))
      await navigate({ to: '/integrations/whatsapp/chat' })
  }
  return (
    <Paper withBorder p="md" component="li">
      <Group justify="space-between" gap="sm">
        <div>
          <Title order={2} fz="md">
            {channel.companyName}
          </Title>
          <Text size="sm" c="dimmed">
            {channel.name} · {channel.phone}
          </Text>
          <Text size="sm" component="div" mt={4}>
            <b>{t('waitingNow', { count: channel.waiting })}</b>
            {channel.waitingSince ? (
              <>
                {` · ${t('queue.first')} `}
                <RelativeTime value={channel.waitingSince} />
              </>
            ) : null}
          </Text>
        </div>
        {channel.member ? (
          <Button onClick={() => void enter()}>{t('queue.open')}</Button>
        ) : (
          <Text size="sm" c="dimmed" maw={260}>
            {t('queue.notMember')}
          </Text>
        )}
      </Group>
    </Paper>
  )
}

const SHOWN = 100

/** Waiting customers on all numbers that an operator looks after; the chat itself belongs to the company. */
export const OperatorQueuePage = () => {
  const { t } = useTranslation('admin/operators')
  const query = useQuery({ ...operatorChannelsQuery({}, undefined, SHOWN), refetchInterval: 15_000 })
  const waiting = (query.data?.data ?? [])
    .filter((channel) => channel.waiting > 0)
    .toSorted((a, b) => (a.waitingSince ?? '').localeCompare(b.waitingSince ?? ''))
  return (
    <OverviewPage
      query={query}
      title={t('queue.title')}
      description={t('queue.text')}
      actions={
        waiting.length > 0 ? <ExportMenu start={(format) => startListExport('operator-chat', {}, format)} /> : null
      }
    >
      {query.data && waiting.length === 0 ? (
        <EmptyState kind="done" title={t('queue.empty')} description={t('queue.emptyText')} />
      ) : null}
      <Stack component="ul" p={0} m={0} gap="sm" aria-label={t('queue.title')} style={{ listStyle: 'none' }}>
        {waiting.map((channel) => (
          <Waiting key={channel.id} channel={channel} />
        ))}
      </Stack>
    </OverviewPage>
  )
}
