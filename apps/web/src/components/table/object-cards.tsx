import { Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './object-cards.module.css'

/** More things than this are not known by sight: they are a table. */
export const mostCards = 10

type Props<T> = { rows: readonly T[]; label: string; card: (row: T) => ReactNode }

/**
 * The few things that people know by sight, such as numbers and agents, as cards. A link of class `cardLink` in a card
 * makes the whole of it lead there.
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

/** Of the link that names a card: the whole card is pressed with it. */
export const cardLink = classes.link ?? ''
