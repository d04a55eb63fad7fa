import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

type Props = {
  /** Where links of other pages lead to. */
  id?: string
  title: string
  description?: ReactNode
  /** Its content needs all of the width, such as a table. */
  wide?: boolean
  children: ReactNode
}

/** One part of a form or of settings: what it is, and its fields beside it where there is room. */
export const FormSection = ({ id, title, description, wide = false, children }: Props) => (
  <div className={classes.room}>
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
        {description ? (
          <Text size="sm" c="dimmed" mt={4} component="div">
            {description}
          </Text>
        ) : null}
      </div>
      <div className={classes.content}>{children}</div>
    </Paper>
  </div>
)
