import type { ReactNode } from 'react'
import classes from './json-view.module.css'
import { ScrollRegion } from './scroll-region.tsx'

const token = /("(?:\\.|[^"\\])*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g

const kindOf = (match: RegExpMatchArray): string => {
  if (match[1]) return match[2] ? 'key' : 'string'
  return /^[-\d]/.test(match[0]) ? 'number' : 'word'
}

const most = 200_000

/** A JSON value, indented and colored. */
export const JsonView = ({ value, label }: { value: unknown; label: string }) => {
  const text = JSON.stringify(value, null, 2) ?? ''
  const parts: ReactNode[] = []
  let at = 0
  for (const match of text.slice(0, most).matchAll(token)) {
    parts.push(text.slice(at, match.index))
    parts.push(
      <span key={match.index} data-kind={kindOf(match)}>
        {match[1] ?? match[0]}
      </span>,
    )
    if (match[2]) parts.push(match[2])
    at = match.index + match[0].length
  }
  parts.push(text.slice(at))
  return (
    <ScrollRegion className={classes.json} label={label}>
      <code>{parts}</code>
    </ScrollRegion>
  )
}
