import { Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { RetryState } from '../feedback/retry-state.tsx'

type Props = {
  title: string
  /** The query of its content; without one the content is ready. */
  query?: { data: unknown; error: unknown; refetch: () => unknown }
  /** What to say when the list is empty; null while it is not. */
  nothing?: ReactNode
  /** Beside the title. */
  aside?: ReactNode
  children: ReactNode
}

const Content = ({ query, nothing, children }: Omit<Props, 'title' | 'aside'>) => {
  if (query && !query.data)
    return query.error ? <RetryState error={query.error} onRetry={query.refetch} compact /> : <Skeleton height={120} />
  if (!nothing) return children
  return (
    <Text size="sm" c="dimmed" component="div">
      {nothing}
    </Text>
  )
}

/** A short list among figures. If it fails to load, only this card shows the error. */
export const ListCard = ({ title, aside, ...content }: Props) => (
  <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={title} miw={0}>
    <Group justify="space-between" mb="sm" gap="xs">
      <Title order={2} fz="lg">
        {title}
      </Title>
      {aside}
    </Group>
    <Content {...content} />
  </Paper>
)
