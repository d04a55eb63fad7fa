import classes from './status-text.module.css'

export type StatusTone = 'good' | 'bad' | 'warning' | 'open' | 'none'

/** A status as a dot and a word; the dot alone never carries the meaning. */
export const StatusText = ({ tone = 'none', children }: { tone?: StatusTone | undefined; children: string }) => (
  <span className={classes.status} data-tone={tone}>
    {children}
  </span>
)
