import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { risksQuery } from '#web/queries/campaign-risks.ts'

/** How many campaigns of companies wait for a person of the platform. */
export const RiskBadge = () => {
  const { t } = useTranslation()
  const { data } = useQuery(risksQuery)
  const count = data?.open ?? 0
  return <CountBadge count={count} label={t('shell.toReview', { count })} />
}
