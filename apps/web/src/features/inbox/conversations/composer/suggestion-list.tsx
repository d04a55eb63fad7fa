import type { ReactNode } from 'react'
import classes from './suggestions.module.css'

type Props<T> = {
  id: string
  label: string
  items: readonly T[]
  active: number
  keyOf: (item: T) => string
  render: (item: T) => ReactNode
  onPick: (item: T) => void
}

/** Suggestions above the field that is typed in; the field keeps the focus. */
export const SuggestionList = <T,>({ id, label, items, active, keyOf, render, onPick }: Props<T>) => (
  <div id={id} role="listbox" tabIndex={-1} aria-label={label} className={classes.list}>
    {items.map((item, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the field, which keeps the focus
      <div
        key={keyOf(item)}
        id={`${id}-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === active}
        data-active={index === active || undefined}
        className={classes.item}
        ref={(node) => {
          if (index === active) node?.scrollIntoView?.({ block: 'nearest' })
        }}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onPick(item)}
      >
        {render(item)}
      </div>
    ))}
  </div>
)
