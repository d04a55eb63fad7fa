import type { WebhookEndpoint } from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { StatusText } from '#web/components/content/status-text.tsx'

/** Whether an endpoint is told what happens, and whether that arrives. */
export const EndpointState = ({ endpoint }: { endpoint: WebhookEndpoint }) => {
  const { t } = useTranslation('integrations/webhook-endpoints')
  const { enabled, disabledReason, health } = endpoint
  if (!enabled) {
    const paused = disabledReason === null || disabledReason === 'paused'
    return <StatusText tone={paused ? 'none' : 'bad'}>{t(paused ? 'state.paused' : 'state.disabled')}</StatusText>
  }
  if (health.failingSince) return <StatusText tone="warning">{t('state.failing')}</StatusText>
  return <StatusText tone="good">{t('state.on')}</StatusText>
}
