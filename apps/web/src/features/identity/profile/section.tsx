import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One part of the profile: what it is on the left, its fields on the right. */
export const Section = ({
  id,
  title,
  description,
  wide = false,
  children,
}: {
  /** Where links of other pages lead to. */
  id?: string
  title: string
  description: string
  /** A table: its title stands above it. */
  wide?: boolean
  children: ReactNode
}) => (
  <Paper
    {...(id ? { id } : {})}
    component="section"
    withBorder
    className={classes.section}
    aria-label={title}
    data-wide={wide || undefined}
  >
    <div>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {description}
      </Text>
    </div>
    <div className={classes.content}>{children}</div>
  </Paper>
)
