import { Button, Group, Select, Stack, Text } from '@mantine/core'
import {
  type InboundEvent,
  type InboundState,
  listWebhookEvents,
  replayableStates,
  replayWebhookEvents,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { webhookEventsKey } from './api.ts'
import { inboundStateNames, type WebhookPageSearch } from './search.ts'
import { useReasonText } from './use-reason-text.ts'

const EventDrawer = lazyComponent(async () => (await import('./event-drawer.tsx')).EventDrawer)

export const stateTones: Record<InboundState, StatusTone> = {
  ...{ received: 'open', rejected: 'bad', duplicate: 'none', mapped: 'warning', processed: 'good' },
  ...{ partially_failed: 'warning', failed: 'bad', suspended: 'none' },
}

const State = ({ event: { state, reason } }: { event: InboundEvent }) => {
  const { t } = useTranslation('integrations/webhooks')
  const reasonText = useReasonText()
  return (
    <Stack gap={0}>
      <StatusText tone={stateTones[state]}>{t(`state.${state}`)}</StatusText>
      {reason ? (
        <Text size="xs" c="dimmed">
          {reasonText(reason)}
        </Text>
      ) : null}
    </Stack>
  )
}

type Props = {
  system: WebhookIntegrationDetail
  search: WebhookPageSearch
  onSearch: (next: WebhookPageSearch) => void
}

const useEvents = (id: string, state: InboundState | undefined, cursor: string | undefined) =>
  useQuery({
    queryKey: [...webhookEventsKey(id), state ?? null, cursor ?? null],
    queryFn: ({ signal }) =>
      call(
        listWebhookEvents,
        { params: { id }, query: { limit: 50, ...(state && { state }), ...(cursor && { cursor }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

const useColumns = (): DataTableColumn<InboundEvent>[] => {
  const { t } = useTranslation(['integrations/webhooks', 'contacts/contact'])
  return [
    {
      accessor: 'event',
      title: t('log.event'),
      render: ({ event }) => (
        <Text span size="sm" fw={550}>
          {event ?? t('unnamed')}
        </Text>
      ),
    },
    { accessor: 'receivedAt', title: t('log.time'), render: ({ receivedAt }) => <RelativeTime value={receivedAt} /> },
    { accessor: 'objectKey', title: t('log.object'), render: ({ objectKey }) => objectKey ?? '–' },
    { accessor: 'state', title: t('status'), render: (event) => <State event={event} /> },
    {
      accessor: 'contact',
      title: t('log.contact'),
      render: ({ contact }) =>
        contact ? (
          <TextLink size="sm" to="/company/contacts/$id" params={{ id: contact.id }}>
            {contact.name ?? t('log.nameless')}
          </TextLink>
        ) : (
          '–'
        ),
    },
  ]
}

const MONTH_MS = 30 * 86_400_000

/** What the system told, what became of it, and how it is worked off again. */
export const LogTab = ({ system, search, onSearch }: Props) => {
  const { t } = useTranslation('integrations/webhooks')
  const queryClient = useQueryClient()
  const [cursor, setCursor] = useState<string | undefined>()
  const query = useEvents(system.id, search.state, cursor)
  const columns = useColumns()
  const replay = useMutation({
    mutationFn: (state: (typeof replayableStates)[number]) =>
      call(replayWebhookEvents, {
        params: { id: system.id },
        body: { states: [state], since: new Date(Date.now() - MONTH_MS).toISOString() },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: webhookEventsKey(system.id) }),
  })
  const again = replayableStates.find((one) => one === search.state && one !== 'processed')
  const rows = query.data?.data ?? []
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label={t('status')}
          clearable
          placeholder={t('log.all')}
          data={inboundStateNames.map((value) => ({ value, label: t(`state.${value}`) }))}
          value={search.state ?? null}
          onChange={(value) => {
            const state = inboundStateNames.find((one) => one === value)
            setCursor(undefined)
            onSearch({ tab: 'log', ...(state && { state }) })
          }}
        />
        {again && rows.length > 0 ? (
          <Button variant="default" loading={replay.isPending} onClick={() => replay.mutate(again)}>
            {t('log.replayAll')}
          </Button>
        ) : null}
      </Group>
      <DataTable<InboundEvent>
        label={t('tabs.log')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={setCursor}
        onRowClick={({ id }) => onSearch({ ...search, tab: 'log', event: id })}
        empty={<EmptyState compact icon={IconListDetails} title={t(search.state ? 'log.noneOf' : 'log.none')} />}
        card={(event) => (
          <Stack gap={2}>
            <Text size="sm" fw={550}>
              {event.event ?? t('unnamed')}
            </Text>
            <State event={event} />
            <Text size="xs" c="dimmed">
              <RelativeTime value={event.receivedAt} />
            </Text>
          </Stack>
        )}
      />
      {search.event ? (
        <EventDrawer
          integrationId={system.id}
          eventId={search.event}
          onClose={() => onSearch({ tab: 'log', ...(search.state && { state: search.state }) })}
        />
      ) : null}
    </Stack>
  )
}
