import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './section.module.css'

/** One part of the profile: what it is on the left, its fields on the right. */
export const Section = ({
  id,
  title,
  description,
  children,
}: {
  /** Where links of other pages lead to. */
  id?: string
  title: string
  description: string
  children: ReactNode
}) => (
  <Paper {...(id ? { id } : {})} component="section" withBorder className={classes.section} aria-label={title}>
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
