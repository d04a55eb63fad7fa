import { Button, Group, Select, Stack, Text } from '@mantine/core'
import {
  listWebhookDeliveries,
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookEndpoint,
} from '@recado/contracts/integrations/webhook-endpoints'
import { IconListDetails } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText, type StatusTone } from '#web/components/content/status-text.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { DataTable, type DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { eventTextKey, webhookDeliveriesKey } from './api.ts'
import { deliveryStates, type EndpointSearch } from './search.ts'
import { useAnswerText } from './use-answer-text.ts'

const DeliveryDrawer = lazyComponent(async () => (await import('./delivery-drawer.tsx')).DeliveryDrawer)

const tones: Record<WebhookDeliveryState, StatusTone> = {
  ...{ waiting: 'open', delivered: 'good', failed: 'bad', held: 'none' },
}

const State = ({ delivery }: { delivery: WebhookDelivery }) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const retrying = delivery.state === 'waiting' && delivery.attempts > 0
  return (
    <Stack gap={0}>
      <StatusText tone={retrying ? 'warning' : tones[delivery.state]}>
        {t(retrying ? 'delivery.retrying' : `delivery.${delivery.state}`)}
      </StatusText>
      {delivery.nextAt ? (
        <Text size="xs" c="dimmed">
          {t('log.next')} <RelativeTime value={delivery.nextAt} />
        </Text>
      ) : null}
    </Stack>
  )
}

const useColumns = (): DataTableColumn<WebhookDelivery>[] => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const answerText = useAnswerText()
  return [
    {
      accessor: 'type',
      title: t('eventLabel'),
      render: ({ type, isTest }) => (
        <Stack gap={0}>
          <Text size="sm">{t(eventTextKey(type))}</Text>
          <Text size="xs" c="dimmed">
            {isTest ? t('log.test', { name: type }) : type}
          </Text>
        </Stack>
      ),
    },
    { accessor: 'createdAt', title: t('log.time'), render: ({ createdAt }) => <RelativeTime value={createdAt} /> },
    { accessor: 'attempts', title: t('log.attempts'), render: ({ attempts }) => attempts },
    {
      accessor: 'lastStatus',
      title: t('log.answer'),
      render: ({ lastStatus, lastError }) => answerText({ status: lastStatus, error: lastError }),
    },
    { accessor: 'state', title: t('status'), render: (delivery) => <State delivery={delivery} /> },
  ]
}

const useDeliveries = (id: string, state: WebhookDeliveryState | undefined, cursor: string | undefined) =>
  useQuery({
    queryKey: [...webhookDeliveriesKey(id), state ?? null, cursor ?? null],
    queryFn: ({ signal }) =>
      call(
        listWebhookDeliveries,
        { params: { id }, query: { limit: 50, ...(state && { state }), ...(cursor && { cursor }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })

type Props = {
  endpoint: WebhookEndpoint
  search: EndpointSearch
  onSearch: (next: EndpointSearch) => void
  onRecover: () => void
}

/** What an endpoint was told, what its receiver answered, and how it is sent again. */
export const LogTab = ({ endpoint, search, onSearch, onRecover }: Props) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const [cursor, setCursor] = useState<string | undefined>()
  const query = useDeliveries(endpoint.id, search.state, cursor)
  const columns = useColumns()
  const narrowed = search.state ? { state: search.state } : {}
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end">
        <Select
          label={t('status')}
          clearable
          placeholder={t('log.all')}
          data={deliveryStates.map((value) => ({ value, label: t(`delivery.${value}`) }))}
          value={search.state ?? null}
          onChange={(value) => {
            const state = deliveryStates.find((one) => one === value)
            setCursor(undefined)
            onSearch({ tab: 'log', ...(state && { state }) })
          }}
        />
        {endpoint.enabled ? (
          <Button variant="default" onClick={onRecover}>
            {t('recover.open')}
          </Button>
        ) : null}
      </Group>
      <DataTable<WebhookDelivery>
        label={t('tabs.log')}
        query={query}
        columns={columns}
        cursor={cursor}
        onCursor={setCursor}
        onRowClick={({ id }) => onSearch({ ...narrowed, tab: 'log', delivery: id })}
        empty={
          <EmptyState
            compact
            icon={IconListDetails}
            title={t(search.state ? 'log.noneOf' : 'log.none')}
            description={search.state ? undefined : t('log.noneText')}
          />
        }
        card={(delivery) => (
          <Stack gap={2}>
            <Text size="sm" fw={550}>
              {t(eventTextKey(delivery.type))}
            </Text>
            <State delivery={delivery} />
            <Text size="xs" c="dimmed">
              <RelativeTime value={delivery.createdAt} />
            </Text>
          </Stack>
        )}
      />
      {search.delivery ? (
        <DeliveryDrawer
          endpointId={endpoint.id}
          deliveryId={search.delivery}
          onClose={() => onSearch({ ...narrowed, tab: 'log' })}
        />
      ) : null}
    </Stack>
  )
}
