import { autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'

const edge = 8

/**
 * Keeps an element beside another while that moves, until the returned function is called. Its style gets `left`, `top`
 * and `--nc-available-height`.
 */
export function placeBeside(
  target: HTMLElement,
  element: HTMLElement,
  placement: Placement,
  distance: number,
): () => void {
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
}

export type PlaceBeside = typeof placeBeside
