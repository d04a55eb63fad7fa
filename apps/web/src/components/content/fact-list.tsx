import { Fragment, type ReactNode } from 'react'
import classes from './fact-list.module.css'

/** A term and its value; null where there is nothing to say. */
export type Fact = readonly [string, ReactNode] | null

type Props = { rows: readonly Fact[]; narrow?: boolean }

/** What is known of one thing, a term and its value a row. */
export const FactList = ({ rows, narrow = false }: Props) => (
  <dl className={classes.facts} data-narrow={narrow || undefined}>
    {rows.map((row) =>
      row ? (
        <Fragment key={row[0]}>
          <dt>{row[0]}</dt>
          <dd>{row[1]}</dd>
        </Fragment>
      ) : null,
    )}
  </dl>
)
