import { SimpleGrid } from '@mantine/core'
import { retryFailedWebhooks } from '@recado/contracts/admin/system'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { OverviewPage } from '#web/components/page/overview-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { systemKey, systemQuery } from '#web/queries/system.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { FigureCards, QueueTable, ScheduleTable } from './figures.tsx'
import { Troubles } from './troubles.tsx'

export type SystemSearch = { cursor?: string }

const showJobs = () => {
  const title = document.getElementById('failed-jobs-title')
  title?.focus({ preventScroll: true })
  title?.scrollIntoView({ block: 'start' })
}

type Props = { search: SystemSearch; onSearch: (next: SystemSearch) => void }

/** How the platform runs: what is wrong and what to do about it first, then every figure it was judged by. */
export const SystemPage = ({ search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('admin/system')
  const client = useQueryClient()
  const query = useQuery(systemQuery)
  const { data } = query
  const retryWebhooks = async () => {
    try {
      const { changed } = await call(retryFailedWebhooks)
      toastSuccess(t('webhooksRetried', { count: changed }))
      await client.invalidateQueries({ queryKey: systemKey })
    } catch (cause) {
      toastError(i18n, cause)
    }
  }
  const looked = data ? (
    <>
      <Trans t={t} i18nKey="looked" components={{ time: <RelativeTime value={data.at} /> }} />
    </>
  ) : null
  return (
    <OverviewPage title={t('title')} description={looked} query={query}>
      {data ? (
        <>
          <Troubles troubles={data.troubles} onShowJobs={showJobs} onRetryWebhooks={() => void retryWebhooks()} />
          <FigureCards system={data} />
        </>
      ) : null}
      <FailedJobs cursor={search.cursor} onCursor={(cursor) => onSearch(cursor ? { cursor } : {})} />
      {data ? (
        <SimpleGrid cols={{ base: 1, xl: 2 }}>
          <QueueTable queues={data.queues} />
          <ScheduleTable schedules={data.schedules} />
        </SimpleGrid>
      ) : null}
    </OverviewPage>
  )
}
