import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './object-cards.module.css'

/** Above this number, objects are shown as a table. */
export const mostCards = 10

type Props<T> = { rows: readonly T[]; label: string; card: (row: T) => ReactNode }

/**
 * A small number of familiar objects, such as numbers and agents, as cards. A link of class `cardLink` in a card
 * makes the whole card clickable.
 */
export const ObjectCards = <T extends { id: string }>({ rows, label, card }: Props<T>) => (
  <ul className={classes.cards} aria-label={label}>
    {rows.map((row) => (
      <Paper key={row.id} component="li" withBorder className={classes.card ?? ''} data-row={row.id}>
        {card(row)}
      </Paper>
    ))}
  </ul>
)

/** The class of the link that names a card; it makes the whole card clickable. */
export const cardLink = classes.link ?? ''
