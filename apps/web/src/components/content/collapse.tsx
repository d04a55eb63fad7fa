import type { ReactNode } from 'react'
import classes from './collapse.module.css'

type Props = { expanded: boolean; id?: string; children: ReactNode }

/** Something that unfolds below what opens it. */
export const Collapse = ({ expanded, id, children }: Props) => (
  <div id={id} className={classes.root} data-expanded={expanded || undefined} inert={!expanded} aria-hidden={!expanded}>
    <div className={classes.inner}>{children}</div>
  </div>
)
