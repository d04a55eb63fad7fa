import type { MouseEvent } from 'react'

const controls = 'a, button, input, label, select, textarea, [data-choice]'

/** Whether a click on a row is meant for the row: not for a control in it, for a window of it, or for its text. */
export const isRowClick = (event: MouseEvent): boolean => {
  const { target, currentTarget } = event
  const isPlain = event.button === 0 && !(event.altKey || event.ctrlKey || event.metaKey || event.shiftKey)
  if (!isPlain || event.defaultPrevented) return false
  // React's events also come from what a row shows elsewhere on the page, such as a menu.
  if (!(target instanceof Element && currentTarget.contains(target)) || target.closest(controls)) return false
  return getSelection()?.isCollapsed !== false
}
