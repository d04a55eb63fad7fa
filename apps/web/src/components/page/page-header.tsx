import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  /** Links back to the previous page. */
  before?: ReactNode
  /** Stands beside the title. */
  status?: ReactNode
}

/** Title of a page with its actions. */
export const PageHeader = ({ title, description, actions, before, status }: Props) => (
  <Group justify="space-between" align="flex-end" mb="lg" gap="md" data-measure={before ? true : undefined}>
    <div style={{ minWidth: 0 }}>
      {before}
      <Group gap="xs" align="center">
        <Title order={1} dir="auto" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
        {status}
      </Group>
      {description ? (
        <Text c="dimmed" size="sm" mt={4} component="div">
          {description}
        </Text>
      ) : null}
    </div>
    {actions ? <Group gap="sm">{actions}</Group> : null}
  </Group>
)
