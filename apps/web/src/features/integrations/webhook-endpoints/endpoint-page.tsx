import { Button, Switch, Text } from '@mantine/core'
import {
  removeWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
  type WebhookEndpointWithSecret,
} from '@recado/contracts/integrations/webhook-endpoints'
import { IconListDetails, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { useRemoval } from '#web/components/feedback/use-removal.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { toastInfo } from '#web/lib/ui/toasts.ts'
import { endpointName, webhookDeliveriesKey, webhookEndpointQuery, webhookEndpointsQuery } from './api.ts'
import { EndpointState } from './endpoint-state.tsx'
import { Health } from './health.tsx'
import type { EndpointSearch, EndpointTab } from './search.ts'

const LogTab = lazyComponent(async () => (await import('./log-tab.tsx')).LogTab)
const SetupTab = lazyComponent(async () => (await import('./setup-tab.tsx')).SetupTab)
const EndpointDrawer = lazyComponent(async () => (await import('./endpoint-drawer.tsx')).EndpointDrawer)
const RotateDialog = lazyComponent(async () => (await import('./rotate-dialog.tsx')).RotateDialog)
const RecoverDialog = lazyComponent(async () => (await import('./recover-dialog.tsx')).RecoverDialog)
const TestDialog = lazyComponent(async () => (await import('./test-dialog.tsx')).TestDialog)
const SecretDialog = lazyComponent(async () => (await import('./secret-dialog.tsx')).SecretDialog)

type Props = { id: string; search: EndpointSearch; onSearch: (next: EndpointSearch) => void }
type Window = 'edit' | 'rotate' | 'recover' | 'test'

const useProblems = ({ enabled, disabledReason, health }: WebhookEndpoint, recover: () => void): Problem[] => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  if (!enabled && disabledReason && disabledReason !== 'paused') {
    const reason = disabledReason
    return [{ id: 'off', tone: 'bad', title: t(`problem.${reason}.title`), text: t(`problem.${reason}.text`) }]
  }
  if (!enabled || health.held === 0) return []
  const action = (
    <Button variant="default" size="xs" onClick={recover}>
      {t('recover.open')}
    </Button>
  )
  const text = t('problem.held.text')
  return [{ id: 'held', tone: 'note', title: t('problem.held.title', { count: health.held }), text, action }]
}

const Shown = ({ endpoint, search, onSearch }: Omit<Props, 'id'> & { endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation(['integrations/webhook-endpoints', 'errors', 'validation'])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [open, setOpen] = useState<Window | null>(null)
  const [made, setMade] = useState<WebhookEndpointWithSecret | null>(null)
  const close = () => setOpen(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhookEndpointsQuery.queryKey })
  const problems = useProblems(endpoint, () => setOpen('recover'))
  const { id, version } = endpoint
  const change = useMutation({
    mutationFn: (enabled: boolean) => call(updateWebhookEndpoint, { params: { id }, body: { enabled, version } }),
    onSettled: refresh,
  })
  const removal = useRemoval<WebhookEndpoint>({
    titleOf: (one) => t('remove.title', { name: endpointName(one) }),
    textOf: () => t('remove.text'),
    confirmLabel: t('remove.submit'),
    remove: async () => {
      await call(removeWebhookEndpoint, { params: { id } })
      await queryClient.invalidateQueries({ queryKey: webhookEndpointsQuery.queryKey, exact: true })
      await navigate({ to: '/company/apis/webhooks' })
    },
  })
  const button = (window: Window, label: string) => (
    <Button variant="default" onClick={() => setOpen(window)}>
      {label}
    </Button>
  )
  return (
    <>
      <DetailPage<EndpointTab>
        back={
          <TextLink size="sm" to="/company/apis/webhooks">
            {t('title')}
          </TextLink>
        }
        title={endpointName(endpoint)}
        status={<EndpointState endpoint={endpoint} />}
        facts={<span style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</span>}
        action={
          <Switch
            label={t('enabled')}
            checked={endpoint.enabled}
            disabled={change.isPending}
            onChange={({ currentTarget: { checked } }) => change.mutate(checked)}
          />
        }
        more={
          <>
            {button('test', t('test.open'))}
            {button('edit', t('change'))}
            <Button variant="default" onClick={() => removal.ask(endpoint)}>
              {t('remove.open')}
            </Button>
          </>
        }
        summary={
          change.error ? (
            <Text size="sm" c="red" role="alert">
              {errorText(t, change.error)}
            </Text>
          ) : (
            <Health endpoint={endpoint} />
          )
        }
        problems={problems}
        tab={search.tab}
        onTab={(tab) => onSearch({ tab })}
        tabs={[
          {
            value: 'log',
            label: t('tabs.log'),
            icon: IconListDetails,
            content: (
              <LogTab endpoint={endpoint} search={search} onSearch={onSearch} onRecover={() => setOpen('recover')} />
            ),
          },
          {
            value: 'setup',
            label: t('tabs.setup'),
            icon: IconShieldCheck,
            content: <SetupTab endpoint={endpoint} onRotate={() => setOpen('rotate')} />,
          },
        ]}
      />
      {open === 'edit' ? <EndpointDrawer stored={endpoint} onClose={close} /> : null}
      {open === 'rotate' ? (
        <RotateDialog
          stored={endpoint}
          onMade={(next) => {
            void refresh()
            setMade(next)
          }}
          onClose={close}
        />
      ) : null}
      {open === 'recover' ? (
        <RecoverDialog
          endpoint={endpoint}
          onStarted={(count) => {
            toastInfo(t('recover.started', { count }))
            void refresh()
          }}
          onClose={close}
        />
      ) : null}
      {open === 'test' ? (
        <TestDialog
          endpoint={endpoint}
          onSent={({ id: delivery }) => {
            void refresh()
            onSearch({ tab: 'log', delivery })
          }}
          onClose={close}
        />
      ) : null}
      {made ? <SecretDialog made={made} onClose={() => setMade(null)} /> : null}
      {removal.dialog}
    </>
  )
}

/** An endpoint: how it is doing, what it was told, and how its receiver verifies that. */
export const EndpointPage = ({ id, ...props }: Props) => {
  const query = useQuery(webhookEndpointQuery(id))
  useInvalidateOn(['webhook_endpoint.updated'], [webhookEndpointQuery(id).queryKey, webhookDeliveriesKey(id)])
  return query.data ? <Shown endpoint={query.data} {...props} /> : <RecordFallback query={query} tabs />
}
