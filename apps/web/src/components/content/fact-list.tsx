import { Fragment, type ReactNode } from 'react'
import classes from './fact-list.module.css'

type Props = { rows: readonly (readonly [string, ReactNode])[]; narrow?: boolean }

/** What is known of one thing, a term and its value a row. */
export const FactList = ({ rows, narrow = false }: Props) => (
  <dl className={classes.facts} data-narrow={narrow || undefined}>
    {rows.map(([term, value]) => (
      <Fragment key={term}>
        <dt>{term}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
