import { SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { summaryQuery } from './api.ts'
import { AttentionCard } from './attention-card.tsx'
import classes from './dashboard.module.css'
import { FailureList } from './failure-list.tsx'
import { Filters } from './filters.tsx'
import { HealthCard } from './health-card.tsx'
import { HeatCard } from './heat-card.tsx'
import { NowCards } from './now-cards.tsx'
import { PeriodCards } from './period-cards.tsx'
import type { DashboardSearch } from './periods.ts'
import { SeriesCard } from './series-card.tsx'
import { SpendCard } from './spend-card.tsx'

const PeopleDrawer = lazyCode(async () => (await import('./people-drawer.tsx')).PeopleDrawer)

type Props = { search: DashboardSearch; onSearch: (search: DashboardSearch) => void }

/** By default, leads see every conversation and agents see their own; the URL can override it. */
const useWhose = (search: DashboardSearch): DashboardSearch => {
  const can = useCan()
  const { user } = useSignedIn()
  const whose = search.whose ?? (can('conversations.assign') || !can('conversations.view') ? 'everyone' : 'mine')
  return { ...search, whose, ...(whose === 'mine' ? { assigneeId: user.id } : {}) }
}

/** The work of a company or of one member: what needs attention now, the figures of the period, and their causes. */
export const CompanyDashboard = ({ search: asked, onSearch }: Props) => {
  const can = useCan()
  const search = useWhose(asked)
  const { data: summary, error, refetch } = useQuery(summaryQuery(search))
  const { people, ...withoutPeople } = asked
  const leads = can('conversations.assign')
  if (error && !summary) return <RetryState error={error} onRetry={refetch} />
  return (
    <Stack gap="lg">
      <div className={classes.needed}>
        {can('conversations.view') ? <AttentionCard /> : null}
        <NowCards now={summary?.now} search={search} />
      </div>
      <Filters search={search} summary={summary} onSearch={onSearch} />
      <PeriodCards summary={summary} search={search} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className={classes.pairs ?? ''}>
        <SeriesCard chart="volume" search={search} />
        <SeriesCard chart="conversations" search={search} />
        {leads ? <SpendCard search={search} days={summary?.period} /> : null}
        {summary && summary.failures.length > 0 ? <FailureList summary={summary} search={search} /> : null}
        {can('channels.view') && leads ? <HealthCard /> : null}
      </SimpleGrid>
      <HeatCard search={search} days={summary?.period} />
      <Suspense>
        {people ? <PeopleDrawer kind={people} search={search} onClose={() => onSearch(withoutPeople)} /> : null}
      </Suspense>
    </Stack>
  )
}
