import { Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './form-section.module.css'

type Props = {
  /** The anchor that other pages link to. */
  id?: string
  title: string
  description?: ReactNode
  /** Its content uses the full width, such as a table. */
  wide?: boolean
  children: ReactNode
}

/** One section of a form or of settings: its title and description, with its fields beside them if there is room. */
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
