import { Badge, Button, Drawer, Group, Loader, Stack, Text } from '@mantine/core'
import { replayChannelWebhook } from '@recado/contracts/whatsapp/channel-webhooks'
import { IconRotateClockwise, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { textSearch } from '#web/lib/api/search.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type WebhookEvent, webhookQuery, webhooksQuery } from './api.ts'

const colors = { waiting: 'gray', processed: 'petrol', failed: 'red' } as const
const fields = [
  'messages',
  'message_template_status_update',
  'phone_number_quality_update',
  'account_update',
  'smb_message_echoes',
]

const StateBadge = ({ state }: { state: WebhookEvent['state'] }) => {
  const { t } = useTranslation('whatsapp/channels')
  return (
    <Badge variant="light" color={colors[state]} tt="none">
      {t(`webhook.state.${state}`)}
    </Badge>
  )
}

type DrawerProps = { channelId: string; live: boolean; event: WebhookEvent; onClose: () => void }

const EventDrawer = ({ channelId, live, event, onClose }: DrawerProps) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const query = useQuery(webhookQuery(channelId, event.id))
  const replay = useMutation({
    mutationFn: () => call(replayChannelWebhook, { params: { id: channelId, eventId: event.id } }),
    onSuccess: async () => {
      toastSuccess(t('webhook.replayed'))
      await queryClient.invalidateQueries({ queryKey: [...channelsKey, channelId, 'webhooks'] })
      onClose()
    },
  })
  return (
    <Drawer
      opened
      onClose={onClose}
      size={620}
      title={event.field}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Group justify="space-between">
          <Group gap="sm">
            <StateBadge state={event.state} />
            <Text size="sm" c="dimmed">
              <RelativeTime value={event.receivedAt} /> · {t('webhook.attempts', { count: event.attempts })}
            </Text>
          </Group>
          <Group gap="xs">
            {query.data ? <CopyButton value={JSON.stringify(query.data.body, null, 2)} /> : null}
            {live ? (
              <Button
                size="compact-sm"
                variant="light"
                leftSection={<IconRotateClockwise size={15} />}
                loading={replay.isPending}
                onClick={() => replay.mutate()}
              >
                {t('webhook.replay')}
              </Button>
            ) : null}
          </Group>
        </Group>
        {event.error ? (
          <Text size="sm" c="var(--mantine-color-error)">
            {event.error}
          </Text>
        ) : null}
        {live ? (
          <Text size="xs" c="dimmed">
            {t('webhook.replayHint')}
          </Text>
        ) : null}
        {query.isPending ? <Loader size="sm" mx="auto" /> : null}
        {query.error ? <ErrorState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.data ? <JsonView value={query.data.body} label={t('webhook.body')} /> : null}
      </Stack>
    </Drawer>
  )
}

const validateSearch = textSearch('field', 'cursor')
type Search = ReturnType<typeof validateSearch>

/** What Meta sent about this number, as it came, with the way to process it again while the number is `live`. */
export const ChannelWebhooks = ({ channelId, live }: { channelId: string; live: boolean }) => {
  const { t } = useTranslation('whatsapp/channels')
  const can = useCan()
  const [search, setSearch] = useState<Search>({})
  const [chosen, setChosen] = useState<WebhookEvent | null>(null)
  const query = useQuery(webhooksQuery(channelId, search.cursor, search.field))
  const columns: DataTableColumn<WebhookEvent>[] = [
    { accessor: 'summary', title: t('webhook.what'), render: ({ summary }) => <Text size="sm">{summary}</Text> },
    { accessor: 'state', title: t('column.status'), render: ({ state }) => <StateBadge state={state} /> },
    {
      accessor: 'receivedAt',
      title: t('webhook.when'),
      render: ({ receivedAt }) => <RelativeTime value={receivedAt} />,
    },
    {
      accessor: 'field',
      title: t('webhook.field'),
      render: (row) => (
        <Text size="sm" c="dimmed">
          {row.field}
        </Text>
      ),
    },
  ]
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('webhook.text')}
      </Text>
      <ListPage
        search={search}
        onSearch={setSearch}
        validate={validateSearch}
        filters={{ field: search.field }}
        fields={[
          {
            kind: 'choice',
            name: 'field',
            label: t('webhook.field'),
            choices: fields.map((value) => ({ value, label: value })),
          },
        ]}
        query={query}
        columns={columns}
        label={t('tab.webhooks')}
        empty={<EmptyState icon={IconWebhook} title={t('webhook.none')} description={t('webhook.noneText')} />}
        {...(can('channels.manage') ? { onRowClick: setChosen } : {})}
      />
      {chosen ? <EventDrawer channelId={channelId} live={live} event={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}
