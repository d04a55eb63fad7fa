import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { type Checklist as ChecklistData, checklistQuery } from './api.ts'
import { Checklist } from './checklist.tsx'
import { CompanyDashboard } from './company-dashboard.tsx'
import { OperatorCards } from './operator-cards.tsx'
import type { DashboardSearch } from './periods.ts'
import { PlatformCards } from './platform-cards.tsx'
import { SupportCard } from './support-card.tsx'
import { TroubleAlert } from './trouble-alert.tsx'

const greetingOf = (hour: number): string => {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** No message was ever sent or received, so every figure would be zero. */
const isUnused = ({ done: all, steps }: ChecklistData): boolean =>
  !all && steps.every(({ id, done }) => !done || (id !== 'receive_message' && id !== 'send_message'))

type Props = { search: DashboardSearch; onSearch: (search: DashboardSearch) => void }

/** An overview: remaining setup, what needs attention now, and the figures of the period. */
export const DashboardPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  const { user } = useSignedIn()
  const can = useCan()
  const { data: checklist, error, refetch } = useQuery(checklistQuery)
  useInvalidateOn(checklist?.done ? [] : ['message.created', 'channel.updated', 'member.updated'], [
    checklistQuery.queryKey,
  ])
  const company = user.currentCompany
  const staff = can('support.view') || can('operator.channels')
  const firstName = user.name.split(' ')[0] ?? user.name
  return (
    <OverviewPage
      title={t(`greeting.${greetingOf(new Date().getHours())}`, { name: firstName })}
      description={
        company ? t('times', { company: company.name, timezone: company.timezone.replaceAll('_', ' ') }) : null
      }
    >
      {can('admin.platform') ? <TroubleAlert /> : null}
      {error && !checklist ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {can('company.view') && !checklist && !error ? (
        <Skeleton height={320} radius="lg" role="status" aria-label={t('common:loading')} />
      ) : null}
      {checklist && !checklist.done && (can('company.view') || !staff) ? <Checklist steps={checklist.steps} /> : null}
      {can('company.view') && checklist && !isUnused(checklist) ? (
        <CompanyDashboard search={search} onSearch={onSearch} />
      ) : null}
      {can('admin.platform') && !can('company.view') ? <PlatformCards /> : null}
      {can('operator.channels') && !can('admin.platform') && !can('company.view') ? <OperatorCards /> : null}
      {can('support.view') && !can('company.view') ? <SupportCard /> : null}
    </OverviewPage>
  )
}
