import { type RefObject, useEffect, useRef } from 'react'

/** Calls back when the pointer goes down outside of all the elements, or Escape is pressed and no one else took it. */
export function useDismiss(
  isOpen: boolean,
  elements: readonly RefObject<HTMLElement | null>[],
  onDismiss: (reason: 'press' | 'escape') => void,
): void {
  const latest = useRef({ elements, onDismiss })
  useEffect(() => {
    latest.current = { elements, onDismiss }
  })
  useEffect(() => {
    if (!isOpen) return
    const press = (event: Event) => {
      const path = event.composedPath()
      if (latest.current.elements.some(({ current }) => current && path.includes(current))) return
      latest.current.onDismiss('press')
    }
    const pressEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      latest.current.onDismiss('escape')
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('keydown', pressEscape)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('keydown', pressEscape)
    }
  }, [isOpen])
}
