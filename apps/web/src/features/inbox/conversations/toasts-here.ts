const gap = 8
const names = { top: '--toasts-top', end: '--toasts-end', room: '--toasts-room' } as const

/** A ref for an element: while it is mounted, toasts appear in its upper corner instead of the window's. */
export const toastsHere = (element: HTMLElement | null) => {
  if (!element) return
  const { style } = document.documentElement
  const tell = () => {
    const { top, right, height } = element.getBoundingClientRect()
    style.setProperty(names.top, `${top + gap}px`)
    style.setProperty(names.end, `${Math.max(0, window.innerWidth - right)}px`)
    style.setProperty(names.room, `${Math.max(0, height - 2 * gap)}px`)
  }
  const observer = new ResizeObserver(tell)
  observer.observe(element)
  return () => {
    observer.disconnect()
    for (const name of Object.values(names)) style.removeProperty(name)
  }
}
