import { Badge, Button, Code, Group, Loader, Stack, Text } from '@mantine/core'
import {
  mostWebhookReplays,
  replayChannelWebhook,
  replayChannelWebhooks,
} from '@recado/contracts/whatsapp/channel-webhooks'
import { IconRotateClockwise, IconWebhook } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JsonView } from '#web/components/content/json-view.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useCan } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsKey } from '#web/queries/channels.ts'
import { type WebhookEvent, type WebhookSearch, webhookQuery, webhooksQuery } from './api.ts'

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

type DrawerProps = { channelId: string; live: boolean; event: Row; onClose: () => void }

const EventDrawer = ({ channelId, live, event, onClose }: DrawerProps) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const query = useQuery(webhookQuery(channelId, event.eventId))
  const replay = useMutation({
    mutationFn: () => call(replayChannelWebhook, { params: { id: channelId, eventId: event.eventId } }),
    onSuccess: async () => {
      toastSuccess(t('webhook.replayed'))
      await queryClient.invalidateQueries({ queryKey: [...channelsKey, channelId, 'webhooks'] })
      onClose()
    },
  })
  return (
    <DetailDrawer onClose={onClose} size={620} title={t('webhook.one')}>
      <Stack gap="md">
        <Group justify="space-between">
          <Group gap="sm">
            <StateBadge state={event.state} />
            <Code>{event.field}</Code>
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
        {query.error ? <RetryState compact error={query.error} onRetry={query.refetch} /> : null}
        {query.data ? <JsonView value={query.data.body} label={t('webhook.body')} /> : null}
      </Stack>
    </DetailDrawer>
  )
}

const states = ['waiting', 'processed', 'failed'] as const

const validateSearch = ({ field, cursor, state }: Record<string, unknown>): WebhookSearch => {
  const known = states.find((one) => one === state)
  return {
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof cursor === 'string' ? { cursor } : {}),
    ...(known ? { state: known } : {}),
  }
}

/** A row of the log: a request appears once for each kind of event that it contains. */
type Row = WebhookEvent & { eventId: string }

const Contact = ({ contact }: Pick<WebhookEvent, 'contact'>) => {
  const { t } = useTranslation('whatsapp/channels')
  if (!contact) return '–'
  const name = contact.name ?? (contact.phone ? showPhone(contact.phone) : t('webhook.noPhone'))
  return (
    <Text size="sm" truncate maw={180} title={contact.phone ? showPhone(contact.phone) : name}>
      {contact.others > 0 ? t('webhook.andOthers', { name, count: contact.others }) : name}
    </Text>
  )
}

const useColumns = (): DataTableColumn<Row>[] => {
  const { t } = useTranslation('whatsapp/channels')
  return [
    { accessor: 'summary', title: t('webhook.what'), render: ({ summary }) => <Text size="sm">{summary}</Text> },
    { accessor: 'contact', title: t('webhook.contact'), render: ({ contact }) => <Contact contact={contact} /> },
    {
      accessor: 'text',
      title: t('webhook.words'),
      render: ({ text }) => (
        <Text size="sm" truncate maw={260} title={text ?? undefined}>
          {text ?? '–'}
        </Text>
      ),
    },
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
}

const Replay = ({ channelId, ids, onDone }: { channelId: string; ids: readonly string[]; onDone: () => void }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const { show, dialog } = useBulkOutcome()
  const replay = useMutation({
    mutationFn: () => call(replayChannelWebhooks, { params: { id: channelId }, body: { ids: [...ids] } }),
    onSuccess: async (outcome) => {
      show(outcome)
      onDone()
      await queryClient.invalidateQueries({ queryKey: [...channelsKey, channelId, 'webhooks'] })
    },
  })
  const tooMany = ids.length > mostWebhookReplays
  return (
    <>
      <Button
        size="xs"
        variant="light"
        leftSection={<IconRotateClockwise size={15} />}
        loading={replay.isPending}
        disabled={tooMany}
        onClick={() => replay.mutate()}
      >
        {t('webhook.replay')}
      </Button>
      {tooMany ? <Text size="sm">{t('webhook.most', { count: mostWebhookReplays })}</Text> : null}
      {dialog}
    </>
  )
}

/** The raw webhooks that Meta sent about this number, which can be reprocessed while the number is `live`. */
export const ChannelWebhooks = ({ channelId, live }: { channelId: string; live: boolean }) => {
  const { t } = useTranslation('whatsapp/channels')
  const manages = useCan()('channels.manage')
  const [search, setSearch] = useState<WebhookSearch>({})
  const [chosen, setChosen] = useState<Row | null>(null)
  const query = useQuery({
    ...webhooksQuery(channelId, search),
    select: ({ data, page }) => ({
      data: data.map((event): Row => ({ ...event, id: `${event.id} ${event.field}`, eventId: event.id })),
      page,
    }),
  })
  const { cursor: _, ...filters } = search
  const selected = useSelected(filters)
  const ids = [...new Set(selected.ids.flatMap((id) => id.split(' ')[0] ?? []))]
  const replaying = {
    selection: { ...selected, label: ({ summary, receivedAt }: Row) => `${summary} ${receivedAt}` },
    bulk: () => <Replay channelId={channelId} ids={ids} onDone={() => selected.onChange([])} />,
  }
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('webhook.text')}
      </Text>
      <ListPage
        search={search}
        onSearch={setSearch}
        validate={validateSearch}
        filters={filters}
        fields={[
          {
            kind: 'choice',
            name: 'state',
            label: t('column.status'),
            choices: states.map((value) => ({ value, label: t(`webhook.state.${value}`) })),
          },
          {
            kind: 'choice',
            name: 'field',
            label: t('webhook.field'),
            choices: fields.map((value) => ({ value, label: value })),
          },
        ]}
        query={query}
        columns={useColumns()}
        label={t('tab.webhooks')}
        empty={<EmptyState icon={IconWebhook} title={t('webhook.none')} description={t('webhook.noneText')} />}
        {...(manages ? { onRowClick: setChosen } : {})}
        {...(manages && live ? replaying : {})}
      />
      {chosen ? <EventDrawer channelId={channelId} live={live} event={chosen} onClose={() => setChosen(null)} /> : null}
    </>
  )
}
