import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'
import type { RefObject } from 'react'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'

export type { Placement }

const edge = 8

/**
 * Shows an element with `popover="manual"` above everything else, and keeps it beside its anchor while that moves. Its
 * style gets `left`, `top` and `--nc-available-height`.
 */
export function useFloating(input: {
  isOpen: boolean
  /** An element that fills the screen is shown, but not placed. */
  isPlaced?: boolean
  anchor: RefObject<HTMLElement | null>
  floating: RefObject<HTMLElement | null>
  placement: Placement
  distance: number
}): void {
  const { isOpen, isPlaced = true, anchor, floating, placement, distance } = input
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
    return autoUpdate(target, element, () => {
      computePosition(target, element, {
        strategy: 'fixed',
        placement,
        middleware: [
          offset(distance),
          flip({ padding: edge }),
          shift({ padding: edge }),
          size({
            padding: edge,
            apply: ({ availableHeight }) =>
              element.style.setProperty('--nc-available-height', `${Math.floor(availableHeight)}px`),
          }),
        ],
      }).then(({ x, y, placement: side }) => {
        element.style.left = `${Math.round(x)}px`
        element.style.top = `${Math.round(y)}px`
        element.dataset['side'] = side.split('-', 1)[0]
      }, reportError)
    })
  }, [isOpen, isPlaced, anchor, floating, placement, distance])
}
