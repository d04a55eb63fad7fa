import { Stack, Text, ThemeIcon, Title } from '@mantine/core'
import type { ComponentType, ReactNode } from 'react'

const colors = { usual: 'petrol', quiet: 'gray', done: 'green', trouble: 'clay' } as const

export type StateIcon = ComponentType<{ size?: number; stroke?: number }>

export type StateMessageProps = {
  icon: StateIcon
  title: string
  description?: ReactNode
  /** One primary action. */
  action?: ReactNode
  compact?: boolean
  /** The message is the whole page, so its title is the page heading. */
  page?: boolean
  tone?: keyof typeof colors
  /** Replaces the icon. */
  picture?: ReactNode
  /** Read aloud when it appears. */
  alert?: boolean
  /** Small print below the action. */
  children?: ReactNode
}

/** Shown in place of content: what the situation is, and the one thing to do about it. */
export const StateMessage = (props: StateMessageProps) => {
  const { icon: Icon, title, description, action, picture, children } = props
  const { compact = false, page = false, tone = 'usual', alert = false } = props
  return (
    <Stack align="center" gap="xs" py={compact ? 'lg' : 56} px="md" ta="center" role={alert ? 'alert' : undefined}>
      {picture ?? (
        <ThemeIcon size={compact ? 44 : 60} radius="xl" variant="light" color={colors[tone]} aria-hidden="true">
          <Icon size={compact ? 22 : 30} stroke={1.6} />
        </ThemeIcon>
      )}
      <Title order={page ? 1 : 2} fz="lg" mt="xs" style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Title>
      {description ? (
        <Text c="dimmed" maw={420} size="sm" style={{ overflowWrap: 'anywhere' }}>
          {description}
        </Text>
      ) : null}
      {action ? <div style={{ marginTop: 12 }}>{action}</div> : null}
      {children}
    </Stack>
  )
}
