import { Skeleton, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isNotFound } from '#web/lib/api/api.ts'
import { PageNotFound } from '../page/page-not-found.tsx'
import { RetryState } from './retry-state.tsx'

type Props = {
  query: { error: unknown; refetch: () => Promise<unknown> }
  /** Whether the page has tabs below its title. */
  tabs?: boolean
}

/** What a page of one record shows while it has none: its outline, why it failed to come, or that there is no such thing. */
export const RecordFallback = ({ query, tabs = false }: Props) => {
  const { t } = useTranslation()
  if (isNotFound(query.error)) return <PageNotFound />
  if (query.error) return <RetryState error={query.error} onRetry={query.refetch} />
  return (
    <Stack role="status" aria-label={t('loading')}>
      <Skeleton height={34} width={260} />
      {tabs ? <Skeleton height={36} /> : null}
      <Skeleton height={320} radius="lg" />
    </Stack>
  )
}
