import { type RefObject, useEffect, useRef } from 'react'

const interactive = 'button, a[href], input, [role="button"], [tabindex]'

/**
 * Makes what a host put into a place open and close something. A control that is there already keeps its own
 * keyboard handling and only learns what it opens; anything else becomes a button by the place around it.
 * @returns what gives the focus to that control
 */
export function useTrigger(input: {
  place: RefObject<HTMLElement | null>
  isOpen: boolean
  controls: string
  onToggle: () => void
}): () => void {
  const { place, isOpen, controls } = input
  const latest = useRef(input.onToggle)
  useEffect(() => {
    latest.current = input.onToggle
  })
  const control = () => place.current?.querySelector<HTMLElement>(interactive) ?? place.current

  useEffect(() => {
    const element = place.current
    if (!element) return
    const toggle = () => latest.current()
    const press = (event: KeyboardEvent) => {
      if (event.target !== element || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      toggle()
    }
    element.addEventListener('click', toggle)
    element.addEventListener('keydown', press)
    return () => {
      element.removeEventListener('click', toggle)
      element.removeEventListener('keydown', press)
    }
  }, [place])

  useEffect(() => {
    const element = control()
    if (!element) return
    const isPlace = element === place.current
    place.current?.toggleAttribute('tabindex', isPlace)
    if (isPlace) {
      element.setAttribute('role', 'button')
      element.tabIndex = 0
    } else place.current?.removeAttribute('role')
    element.setAttribute('aria-haspopup', 'dialog')
    element.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) element.setAttribute('aria-controls', controls)
    else element.removeAttribute('aria-controls')
  })

  return () => control()?.focus({ preventScroll: true })
}
