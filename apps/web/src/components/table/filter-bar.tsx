import type { ReactNode } from 'react'
import classes from './filter-bar.module.css'

type Props = { label: string; narrow?: boolean; children: ReactNode }

/** The filters of a list, as many beside each other as there is room for. */
export const FilterBar = ({ label, narrow = false, children }: Props) => (
  <section className={classes.bar} data-narrow={narrow || undefined} aria-label={label}>
    {children}
  </section>
)
