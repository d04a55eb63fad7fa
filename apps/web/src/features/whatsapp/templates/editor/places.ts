/** The field for a path of the template, such as `body.text`, or the nearest section around it. */
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

/** Opens the carousel card that contains a path. */
const openCard = (path: string): void => {
  const card = /^cards\.\d+/.exec(path)?.[0]
  const control = card && document.querySelector<HTMLElement>(`main [data-field="${card}"]`)
  if (control && control.getAttribute('aria-expanded') === 'false') control.click()
}

/** Scrolls the field for a path of the template into view and focuses it. */
export const goToField = (path: string): void => {
  openCard(path)
  requestAnimationFrame(() => {
    const field = fieldOf(path)
    field?.scrollIntoView({ block: 'center', behavior: 'instant' })
    field?.focus({ preventScroll: true })
  })
}
