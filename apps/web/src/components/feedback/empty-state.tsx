import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconInbox } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'

type Props = {
  title: string
  description?: string
  icon?: ComponentType<{ size?: number; stroke?: number }>
  /** One primary action. */
  action?: ReactNode
  compact?: boolean
  /** It is the whole page, so its title is the heading of the page. */
  page?: boolean
}

/** Says that there is nothing here yet, and what to do about it. */
export const EmptyState = ({
  title,
  description,
  icon: Icon = IconInbox,
  action,
  compact = false,
  page = false,
}: Props) => (
  <Stack align="center" gap="xs" py={compact ? 'lg' : 56} px="md" ta="center">
    <ThemeIcon size={compact ? 44 : 60} radius="xl" variant="light" color="petrol" aria-hidden="true">
      <Icon size={compact ? 22 : 30} stroke={1.6} />
    </ThemeIcon>
    <Title order={page ? 1 : 2} fz="lg" mt="xs">
      {title}
    </Title>
    {description ? (
      <Text c="dimmed" maw={420} size="sm">
        {description}
      </Text>
    ) : null}
    {action ? <div style={{ marginTop: 12 }}>{action}</div> : null}
  </Stack>
)
