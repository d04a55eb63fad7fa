import { SegmentedControl, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../components/error-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useCan, useSignedIn } from '../../lib/session.ts'
import { useInvalidateOn } from '../../lib/socket.ts'
import { checklistQuery, summaryQuery } from './api.ts'
import { Checklist } from './checklist.tsx'
import classes from './dashboard.module.css'
import { FailureList } from './failure-list.tsx'
import { NowCards } from './now-cards.tsx'
import { PeriodCards } from './period-cards.tsx'
import { type Period, periods } from './periods.ts'
import { VolumeCard } from './volume-card.tsx'

const greetingOf = (hour: number): string => {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

type Props = { days: Period; onDays: (days: Period) => void }

const PeriodPicker = ({ days, onDays }: Props) => {
  const { t } = useTranslation('dashboard')
  return (
    <SegmentedControl
      className={classes.period ?? ''}
      aria-label={t('period.label')}
      value={String(days)}
      onChange={(value) => onDays(periods.find((period) => String(period) === value) ?? 7)}
      data={periods.map((period) => ({ value: String(period), label: t(`period.${period}`) }))}
    />
  )
}

const Figures = ({ days, onDays }: Props) => {
  const { data: summary, error, refetch } = useQuery(summaryQuery(days))
  if (error && !summary) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (summary && summary.now.channels === 0 && summary.current.messagesIn + summary.current.messagesOut === 0)
    return null
  return (
    <Stack gap="md">
      <NowCards now={summary?.now} />
      <PeriodPicker days={days} onDays={onDays} />
      <PeriodCards summary={summary} />
      <VolumeCard days={days} />
      {summary && summary.failures.length > 0 ? <FailureList failures={summary.failures} /> : null}
    </Stack>
  )
}

/** Where the work stands: what is left to set up, what waits now, and how the period went. */
export const DashboardPage = ({ days, onDays }: Props) => {
  const { t } = useTranslation('dashboard')
  const { user } = useSignedIn()
  const can = useCan()
  const checklist = useQuery(checklistQuery)
  useInvalidateOn(checklist.data?.done ? [] : ['message.created', 'channel.updated', 'member.updated'], [
    checklistQuery.queryKey,
  ])
  const firstName = user.name.split(' ')[0] ?? user.name

  return (
    <>
      <PageHeader
        title={t(`greeting.${greetingOf(new Date().getHours())}`, { name: firstName })}
        description={user.currentCompany?.name}
      />
      <Stack gap="lg">
        {checklist.isPending ? <Skeleton height={120} radius="lg" /> : null}
        {checklist.error && !checklist.data ? (
          <ErrorState error={checklist.error} onRetry={() => void checklist.refetch()} compact />
        ) : null}
        {checklist.data && !checklist.data.done ? <Checklist steps={checklist.data.steps} /> : null}
        {can('company.view') ? <Figures days={days} onDays={onDays} /> : null}
      </Stack>
    </>
  )
}
