import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { title: string; description?: ReactNode; actions?: ReactNode; before?: ReactNode }

/** Title of a page with its actions. */
export const PageHeader = ({ title, description, actions, before }: Props) => (
  <Group justify="space-between" align="flex-end" mb="lg" gap="md">
    <div style={{ minWidth: 0 }}>
      {before}
      <Title order={1} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {description ? (
        <Text c="dimmed" size="sm" mt={4} component="div">
          {description}
        </Text>
      ) : null}
    </div>
    {actions ? <Group gap="sm">{actions}</Group> : null}
  </Group>
)
