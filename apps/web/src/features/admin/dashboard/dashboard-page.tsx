import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { checklistQuery, summaryQuery } from './api.ts'
import { AttentionCard } from './attention-card.tsx'
import { Checklist } from './checklist.tsx'
import { FailureList } from './failure-list.tsx'
import { Filters } from './filters.tsx'
import { HealthCard } from './health-card.tsx'
import { HeatCard } from './heat-card.tsx'
import { NowCards } from './now-cards.tsx'
import { PeriodCards } from './period-cards.tsx'
import type { DashboardSearch } from './periods.ts'
import { PlatformCards, SupportCard } from './platform-cards.tsx'
import { SeriesCard } from './series-card.tsx'
import { SpendCard } from './spend-card.tsx'
import { TroubleAlert } from './trouble-alert.tsx'

const greetingOf = (hour: number): string => {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

type Props = { search: DashboardSearch; onSearch: (search: DashboardSearch) => void }

const Charts = ({ search }: { search: DashboardSearch }) => {
  const can = useCan()
  return (
    <>
      <SeriesCard chart="volume" search={search} />
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <SeriesCard chart="conversations" search={search} />
        <SpendCard search={search} />
      </SimpleGrid>
      <HeatCard search={search} />
      {can('channels.view') ? <HealthCard /> : null}
    </>
  )
}

const Figures = ({ search, onSearch }: Props) => {
  const can = useCan()
  const { data: summary, error, refetch } = useQuery(summaryQuery(search))
  const quiet = summary?.now.channels === 0 && summary.current.messagesIn + summary.current.messagesOut === 0
  if (quiet) return null
  return (
    <Stack gap="md">
      {error && !summary ? <ErrorState error={error} onRetry={() => void refetch()} compact /> : null}
      {error && !summary ? null : <NowCards now={summary?.now} />}
      {can('conversations.view') ? <AttentionCard /> : null}
      <Filters search={search} onSearch={onSearch} />
      {error && !summary ? null : <PeriodCards summary={summary} />}
      <Charts search={search} />
      {summary && summary.failures.length > 0 ? <FailureList failures={summary.failures} /> : null}
    </Stack>
  )
}

/** Where the work stands: what is left to set up, what waits now, and how the period went. */
export const DashboardPage = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
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
        {can('admin.platform') ? <TroubleAlert /> : null}
        {checklist.error && !checklist.data ? (
          <ErrorState error={checklist.error} onRetry={() => void checklist.refetch()} compact />
        ) : null}
        {checklist.data && !checklist.data.done && (can('company.view') || !can('support.view')) ? (
          <Checklist steps={checklist.data.steps} />
        ) : null}
        {can('company.view') ? <Figures search={search} onSearch={onSearch} /> : null}
        {!can('company.view') && can('admin.platform') ? <PlatformCards /> : null}
        {!can('company.view') && can('support.view') ? <SupportCard /> : null}
      </Stack>
    </>
  )
}
