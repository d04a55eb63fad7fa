import { useMediaQuery } from '@mantine/hooks'
import { type RefObject, useEffect, useState } from 'react'

/** Figures of spec §9. */
const menuMargin = 250
const closeDelay = 100

/**
 * Whether the side menu is open. On a desktop it pushes the content (250 px to 0); on a phone it lies over it and
 * closes on a click outside or on Escape.
 */
export const useSideMenu = (menu: RefObject<HTMLElement | null>, toggle: RefObject<HTMLElement | null>) => {
  const mobile = useMediaQuery('(max-width: 48em)', window.matchMedia('(max-width: 48em)').matches) ?? false
  const [desktopOpen, setDesktopOpen] = useState(true)
  const [mobileOpen, setMobileOpen] = useState(false)
  const open = mobile ? mobileOpen : desktopOpen

  useEffect(() => {
    if (!mobile || !mobileOpen) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const closeSoon = () => {
      timer ??= setTimeout(() => setMobileOpen(false), closeDelay)
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
  }, [mobile, mobileOpen, menu, toggle])

  return {
    open,
    mobile,
    margin: !mobile && desktopOpen ? menuMargin : 0,
    toggle: () => (mobile ? setMobileOpen(!mobileOpen) : setDesktopOpen(!desktopOpen)),
    closeMobile: () => setMobileOpen(false),
  }
}
