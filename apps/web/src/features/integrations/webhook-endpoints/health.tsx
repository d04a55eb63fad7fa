import type { WebhookEndpoint } from '@recado/contracts/integrations/webhook-endpoints'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'

const MOST_COUNTED = 10_000

/** How an endpoint is doing: what arrives, how fast, and what waits. */
export const Health = ({ endpoint: { health } }: { endpoint: WebhookEndpoint }) => {
  const { t, i18n } = useTranslation('integrations/webhook-endpoints')
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const counted = (count: number) =>
    count >= MOST_COUNTED ? t('more', { count: number.format(count) }) : number.format(count)
  const { successRate, p95Ms, deliveries, lastSuccessAt, failingSince, backlog } = health
  return (
    <FactList
      rows={[
        [
          t('health.rate'),
          successRate === null
            ? t('health.none')
            : t('health.rateOf', { rate: percent.format(successRate), count: deliveries }),
        ],
        p95Ms === null ? null : [t('health.p95'), t('health.ms', { ms: number.format(p95Ms) })],
        [t('lastSuccess'), lastSuccessAt ? <RelativeTime key="at" value={lastSuccessAt} /> : t('never')],
        failingSince ? [t('health.failingSince'), <RelativeTime key="since" value={failingSince} />] : null,
        [t('health.backlog'), counted(backlog)],
      ]}
    />
  )
}
