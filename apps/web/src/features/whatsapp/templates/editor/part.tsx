import { Paper, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** One part of the form under its title. */
export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" withBorder p="md" aria-label={title}>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    <Stack gap="md">{children}</Stack>
  </Paper>
)
