import { Button, Group, Stack, Text } from '@mantine/core'
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@recado/contracts/integrations/webhook-endpoints'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { endpointName, webhookEndpointsQuery } from './api.ts'
import { EndpointState } from './endpoint-state.tsx'

const EndpointDrawer = lazyComponent(async () => (await import('./endpoint-drawer.tsx')).EndpointDrawer)
const SecretDialog = lazyComponent(async () => (await import('./secret-dialog.tsx')).SecretDialog)

const Name = ({ endpoint }: { endpoint: WebhookEndpoint }) => (
  <Stack gap={0} miw={0}>
    <TextLink size="sm" to="/company/apis/webhooks/$id" params={{ id: endpoint.id }}>
      {endpointName(endpoint)}
    </TextLink>
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {endpoint.url}
    </Text>
  </Stack>
)

const useColumns = (): DataTableColumn<WebhookEndpoint>[] => {
  const { t, i18n } = useTranslation('integrations/webhook-endpoints')
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  return [
    { accessor: 'url', title: t('endpoint'), render: (endpoint) => <Name endpoint={endpoint} /> },
    { accessor: 'events', title: t('events'), render: ({ events }) => t('eventCount', { count: events.length }) },
    {
      accessor: 'health',
      title: t('successRate'),
      render: ({ health }) => (health.successRate === null ? '–' : percent.format(health.successRate)),
    },
    {
      accessor: 'createdAt',
      title: t('lastSuccess'),
      render: ({ health }) => (health.lastSuccessAt ? <RelativeTime value={health.lastSuccessAt} /> : t('never')),
    },
    { accessor: 'enabled', title: t('status'), render: (endpoint) => <EndpointState endpoint={endpoint} /> },
  ]
}

/** Where the company's systems are told what happens. */
export const EndpointsPage = () => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const query = useQuery(webhookEndpointsQuery)
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<WebhookEndpointWithSecret | null>(null)
  useInvalidateOn(['webhook_endpoint.updated'], [webhookEndpointsQuery.queryKey])
  const columns = useColumns()
  const endpoints = query.data?.data ?? []
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setAdding(true)}>
      {t('add')}
    </Button>
  )
  const show = (endpoint: WebhookEndpointWithSecret) => {
    void queryClient.invalidateQueries({ queryKey: webhookEndpointsQuery.queryKey })
    setMade(endpoint)
  }
  return (
    <>
      <ListPage
        title={t('title')}
        order={2}
        count={query.data ? endpoints.length : undefined}
        label={t('title')}
        query={query}
        columns={columns}
        notice={
          <Text size="sm" c="dimmed" mb="md">
            {t('intro')}
          </Text>
        }
        actions={endpoints.length > 0 ? add : null}
        empty={<EmptyState icon={IconWebhook} title={t('empty')} description={t('emptyText')} action={add} />}
        card={(endpoint) => (
          <Group justify="space-between" wrap="nowrap">
            <Name endpoint={endpoint} />
            <EndpointState endpoint={endpoint} />
          </Group>
        )}
      />
      {adding ? <EndpointDrawer stored={null} onMade={show} onClose={() => setAdding(false)} /> : null}
      {made ? (
        <SecretDialog
          made={made}
          onClose={() =>
            void navigate({ to: '/company/apis/webhooks/$id', params: { id: made.id }, search: { tab: 'setup' } })
          }
        />
      ) : null}
    </>
  )
}
