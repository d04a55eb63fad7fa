import { Skeleton, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '../feedback/retry-state.tsx'
import { PageHeader } from './page-header.tsx'

type Query = { data: unknown; error: unknown; refetch: () => unknown }

type Props = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Leads to the pages that belong together with this one. */
  pages?: ReactNode
  /** What it waits for; what failed to come is said above the parts that did. */
  query?: Query
  children: ReactNode
}

const State = ({ data, error, refetch }: Query) => {
  const { t } = useTranslation()
  if (error) return <RetryState error={error} onRetry={refetch} compact={data !== undefined} />
  return data === undefined ? <Skeleton height={260} radius="lg" role="status" aria-label={t('loading')} /> : null
}

/** A page of several parts, such as figures, cards and lists, each below the other. */
export const OverviewPage = ({ title, description, actions, pages, query, children }: Props) => (
  <>
    <PageHeader title={title} description={description} actions={actions} />
    {pages}
    <Stack gap="lg">
      {query ? <State {...query} /> : null}
      {children}
    </Stack>
  </>
)
