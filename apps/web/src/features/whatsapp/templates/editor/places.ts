/** The field of a place of the template, such as `body.text`; where it has none, the nearest part around it. */
const fieldOf = (path: string): HTMLElement | null => {
  const parts = path.split('.')
  for (let length = parts.length; length > 0; length--) {
    const found = document.querySelector<HTMLElement>(
      `main [data-field="${CSS.escape(parts.slice(0, length).join('.'))}"]`,
    )
    if (found) return found
  }
  return document.querySelector<HTMLElement>('main [data-field="body.text"]')
}

/** Opens the card of a carousel that a place is in. */
const openCard = (path: string): void => {
  const card = /^cards\.\d+/.exec(path)?.[0]
  const control = card && document.querySelector<HTMLElement>(`main [data-field="${card}"]`)
  if (control && control.getAttribute('aria-expanded') === 'false') control.click()
}

/** Brings the field of a place of the template into view, and gives it the focus. */
export const goToField = (path: string): void => {
  openCard(path)
  requestAnimationFrame(() => {
    const field = fieldOf(path)
    field?.scrollIntoView({ block: 'center', behavior: 'instant' })
    field?.focus({ preventScroll: true })
  })
}
