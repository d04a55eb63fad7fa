import { Paper, Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorState } from '#web/components/feedback/error-state.tsx'

type Props = {
  title: string
  query: { data: unknown; error: unknown; refetch: () => unknown }
  /** What to say when the list is empty; null while it is not. */
  nothing: string | null
  children: ReactNode
}

/** A short list of the dashboard; when it cannot be read, the rest of the page still can. */
export const ListCard = ({ title, query, nothing, children }: Props) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={title} miw={0}>
    <Title order={2} mb="sm">
      {title}
    </Title>
    {query.error && !query.data ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} compact />
    ) : null}
    {!query.error && !query.data ? <Skeleton height={120} /> : null}
    {query.data && nothing ? (
      <Text size="sm" c="dimmed">
        {nothing}
      </Text>
    ) : null}
    {query.data && !nothing ? children : null}
  </Paper>
)
