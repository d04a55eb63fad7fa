import { Button, Group, Stack, Text } from '@mantine/core'
import type { WebhookIntegration } from '@recado/contracts/integrations/webhook-integrations'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { StatusText } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { SourceLogo } from './source-logo.tsx'
import { useLanguage } from './use-language.ts'

const ConnectDrawer = lazyComponent(async () => (await import('./connect-drawer.tsx')).ConnectDrawer)

const Name = ({ system }: { system: WebhookIntegration }) => (
  <TextLink size="sm" to="/company/webhook-integrations/$id" params={{ id: system.id }}>
    {system.name}
  </TextLink>
)

const Source = ({ system: { sourceName, logoUrl } }: { system: WebhookIntegration }) => {
  const name = sourceName[useLanguage()]
  return (
    <Group gap="xs" wrap="nowrap">
      <SourceLogo name={name} src={logoUrl} size={24} />
      <Text size="sm">{name}</Text>
    </Group>
  )
}

const State = ({ system: { enabled, day } }: { system: WebhookIntegration }) => {
  const { t } = useTranslation('integrations/webhooks')
  if (!enabled) return <StatusText tone="none">{t('off')}</StatusText>
  return <StatusText tone={day.failed > 0 ? 'warning' : 'good'}>{t(day.failed > 0 ? 'failing' : 'on')}</StatusText>
}

const useColumns = (): DataTableColumn<WebhookIntegration>[] => {
  const { t, i18n } = useTranslation('integrations/webhooks')
  const number = new Intl.NumberFormat(i18n.language)
  return [
    { accessor: 'name', title: t('name'), render: (system) => <Name system={system} /> },
    { accessor: 'source', title: t('source'), render: (system) => <Source system={system} /> },
    {
      accessor: 'day',
      title: t('day'),
      render: ({ day }) => t('dayText', { received: number.format(day.received), failed: number.format(day.failed) }),
    },
    {
      accessor: 'lastEventAt',
      title: t('lastEvent'),
      render: ({ lastEventAt }) => (lastEventAt ? <RelativeTime value={lastEventAt} /> : t('never')),
    },
    { accessor: 'enabled', title: t('status'), render: (system) => <State system={system} /> },
  ]
}

/** Shops and other systems that tell the company things. */
export const WebhooksPage = () => {
  const { t } = useTranslation('integrations/webhooks')
  const query = useQuery(webhookIntegrationsQuery)
  const language = useLanguage()
  const [connecting, setConnecting] = useState(false)
  useInvalidateOn(['webhook_integration.updated'], [webhookIntegrationsQuery.queryKey])
  const columns = useColumns()
  const systems = query.data?.data ?? []
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setConnecting(true)}>
      {t('connect')}
    </Button>
  )
  return (
    <>
      <ListPage
        title={t('title')}
        count={query.data ? systems.length : undefined}
        label={t('title')}
        query={query}
        columns={columns}
        notice={
          <Text size="sm" c="dimmed" mb="md">
            {t('intro')}
          </Text>
        }
        actions={systems.length > 0 ? add : null}
        empty={<EmptyState icon={IconWebhook} title={t('empty')} description={t('emptyText')} action={add} />}
        card={(system) => (
          <Group justify="space-between" wrap="nowrap">
            <Stack gap={0} miw={0}>
              <Name system={system} />
              <Text size="xs" c="dimmed">
                {system.sourceName[language]}
              </Text>
            </Stack>
            <State system={system} />
          </Group>
        )}
      />
      {connecting ? <ConnectDrawer onClose={() => setConnecting(false)} /> : null}
    </>
  )
}
