import type { Label } from '@recado/contracts/inbox/labels'
import classes from './label-badge.module.css'

/** A label: its name in the text's color, so that it can be read in both schemes, beside a dot of its own color. */
export const LabelBadge = ({ label }: { label: Pick<Label, 'name' | 'color'> }) => (
  <span className={classes.badge}>
    <span className={classes.dot} style={{ background: `var(--mantine-color-${label.color}-6)` }} aria-hidden="true" />
    <span className={classes.name}>{label.name}</span>
  </span>
)
