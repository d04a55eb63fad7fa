const candidates =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [contenteditable="true"], [tabindex]'

/** What the Tab key reaches inside of an element, in the order of the document. */
export const tabbable = (root: HTMLElement): HTMLElement[] =>
  Array.from(root.querySelectorAll<HTMLElement>(candidates)).filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  )

/** The element with focus, inside of a shadow root too. */
export function focusedElement(near: Node): Element | null {
  const root = near.getRootNode()
  return root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null
}

/** Keeps the Tab key inside of an element: to be called with its keydown events. */
export function trapTab(
  root: HTMLElement,
  event: { key: string; shiftKey: boolean; defaultPrevented: boolean; preventDefault(): void },
): void {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const stops = tabbable(root)
  const focused = focusedElement(root)
  const leaves = event.shiftKey ? [root, stops[0]] : [stops.at(-1)]
  if (stops.length > 0 && !leaves.some((stop) => stop && stop === focused)) return
  event.preventDefault()
  ;(stops.at(event.shiftKey ? -1 : 0) ?? root).focus()
}
