import { type RefObject, useEffect, useState } from 'react'
import { useMedia } from '#web/lib/ui/use-media.ts'

/** Widths from spec §9; the rail has its own. */
const menuMargin = 250
const railMargin = 60
const closeDelay = 100

/**
 * The side menu. On wide windows it pushes the content (250 px to 0). Below 1440 px there is a rail of icons,
 * and on phones nothing, until the menu is opened: then it overlays the content, and closes on a click outside or on
 * Escape.
 */
export const useSideMenu = (menu: RefObject<HTMLElement | null>, toggle: RefObject<HTMLElement | null>) => {
  const mobile = useMedia('(max-width: 48em)')
  const narrow = useMedia('(max-width: 89.99em)')
  const [pushes, setPushes] = useState(true)
  const [covers, setCovers] = useState(false)
  const open = narrow ? covers : pushes

  useEffect(() => {
    if (!narrow || !covers) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const closeSoon = () => {
      timer ??= setTimeout(() => setCovers(false), closeDelay)
    }
    const onPointer = (event: Event) => {
      const target = event.target as Node
      if (!menu.current?.contains(target) && !toggle.current?.contains(target)) closeSoon()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      toggle.current?.focus()
      closeSoon()
    }
    document.addEventListener('mousedown', onPointer)
    // Captured, because a tooltip that is open keeps Escape to itself.
    window.addEventListener('keydown', onKey, { capture: true })
    return () => {
      document.removeEventListener('mousedown', onPointer)
      window.removeEventListener('keydown', onKey, { capture: true })
      clearTimeout(timer)
    }
  }, [narrow, covers, menu, toggle])

  const rail = narrow && !mobile
  return {
    open,
    /** Whether it is a rail of icons. */
    rail: rail && !open,
    /** Whether it overlays the content. */
    covers: narrow && open,
    margin: rail ? railMargin : !mobile && pushes ? menuMargin : 0,
    toggle: () => (narrow ? setCovers(!covers) : setPushes(!pushes)),
    close: () => setCovers(false),
  }
}
