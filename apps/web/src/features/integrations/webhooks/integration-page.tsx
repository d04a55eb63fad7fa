import { Button, Group, Switch, Text } from '@mantine/core'
import {
  removeWebhookIntegration,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { IconBolt, IconListDetails, IconPlugConnected, IconRoute } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { useRemoval } from '#web/components/feedback/use-removal.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { webhookEventsKey, webhookIntegrationQuery, webhookSamplesQuery } from './api.ts'
import type { WebhookPageSearch, WebhookTab } from './search.ts'
import { SourceLogo } from './source-logo.tsx'
import { useChange } from './use-change.ts'
import { useLanguage } from './use-language.ts'
import { VersionNotice } from './version-notice.tsx'

const SetupTab = lazyComponent(async () => (await import('./setup-tab.tsx')).SetupTab)
const MapTab = lazyComponent(async () => (await import('./map-tab.tsx')).MapTab)
const ActionsTab = lazyComponent(async () => (await import('./actions-tab.tsx')).ActionsTab)
const LogTab = lazyComponent(async () => (await import('./log-tab.tsx')).LogTab)

type Props = { id: string; search: WebhookPageSearch; onSearch: (next: WebhookPageSearch) => void }

const Shown = ({ system, search, onSearch }: Omit<Props, 'id'> & { system: WebhookIntegrationDetail }) => {
  const { t } = useTranslation(['integrations/webhooks', 'errors', 'validation'])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const language = useLanguage()
  const change = useChange(system)
  const removal = useRemoval<WebhookIntegrationDetail>({
    titleOf: ({ name }) => t('remove.title', { name }),
    textOf: () => t('remove.text'),
    confirmLabel: t('remove.submit'),
    remove: async ({ id }) => {
      await call(removeWebhookIntegration, { params: { id } })
      await queryClient.invalidateQueries({ queryKey: webhookIntegrationsQuery.queryKey, exact: true })
      await navigate({ to: '/company/webhook-integrations' })
    },
  })
  return (
    <>
      <VersionNotice system={system} />
      <DetailPage<WebhookTab>
        back={
          <TextLink size="sm" to="/company/webhook-integrations">
            {t('title')}
          </TextLink>
        }
        title={system.name}
        facts={
          <Group gap="xs" component="span">
            <SourceLogo name={system.sourceName[language]} src={system.logoUrl} size={22} />
            {system.sourceName[language]}
            {system.sourceNumber === null ? null : t('version', { number: system.sourceNumber })}
          </Group>
        }
        action={
          <Switch
            label={t('enabled')}
            checked={system.enabled}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) => change.mutate({ enabled: checked })}
          />
        }
        more={
          <Button variant="default" onClick={() => removal.ask(system)}>
            {t('remove.open')}
          </Button>
        }
        summary={
          change.error ? (
            <Text size="sm" c="red" role="alert">
              {errorText(t, change.error)}
            </Text>
          ) : (
            t(system.enabled ? 'summary.on' : 'summary.off')
          )
        }
        tab={search.tab}
        onTab={(tab) => onSearch({ tab })}
        tabs={[
          { value: 'setup', label: t('tabs.setup'), icon: IconPlugConnected, content: <SetupTab system={system} /> },
          {
            value: 'map',
            label: t('tabs.map'),
            icon: IconRoute,
            content: <MapTab system={system} />,
          },
          {
            value: 'actions',
            label: t('tabs.actions'),
            icon: IconBolt,
            content: <ActionsTab system={system} />,
          },
          {
            value: 'log',
            label: t('tabs.log'),
            icon: IconListDetails,
            content: <LogTab system={system} search={search} onSearch={onSearch} />,
          },
        ]}
      />
      {removal.dialog}
    </>
  )
}

/** A connected system: how it is connected, what its events mean, what is done about them, and what it told. */
export const IntegrationPage = ({ id, ...props }: Props) => {
  const query = useQuery(webhookIntegrationQuery(id))
  useInvalidateOn(
    ['webhook_integration.updated'],
    [webhookIntegrationQuery(id).queryKey, webhookEventsKey(id), webhookSamplesQuery(id).queryKey],
  )
  return query.data ? <Shown system={query.data} {...props} /> : <RecordFallback query={query} tabs />
}
