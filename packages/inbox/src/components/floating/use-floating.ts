import type { Placement } from '@floating-ui/dom'
import type { RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'
import type { PlaceBeside } from './place-beside.ts'

export type { Placement }

/**
 * Shows an element with `popover="manual"` above everything else, and keeps it beside its anchor while that moves.
 */
export function useFloating(input: {
  isOpen: boolean
  /** An element that fills the screen is shown, but not placed. */
  isPlaced?: boolean
  anchor: RefObject<HTMLElement | null>
  floating: RefObject<HTMLElement | null>
  placement: Placement
  distance: number
  /** `placeBeside`, once it is loaded. */
  place: PlaceBeside | undefined
}): void {
  const { isOpen, isPlaced = true, anchor, floating, placement, distance, place } = input
  useIsomorphicLayoutEffect(() => {
    const element = floating.current
    if (!isOpen || !element) return
    if ('showPopover' in element && element.isConnected) element.showPopover()
    return () => {
      if ('hidePopover' in element && element.isConnected) element.hidePopover()
    }
  }, [isOpen, floating])
  useIsomorphicLayoutEffect(() => {
    const target = anchor.current
    const element = floating.current
    if (!isOpen || !target || !element) return
    if (!isPlaced) {
      element.style.left = ''
      element.style.top = ''
      element.style.removeProperty('--nc-available-height')
      return
    }
    return place?.(target, element, placement, distance)
  }, [isOpen, isPlaced, anchor, floating, placement, distance, place])
}
