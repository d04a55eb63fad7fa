import { arrow, autoUpdate, computePosition, flip, offset, type Placement, shift, size } from '@floating-ui/dom'

const edge = 8

/**
 * Keeps an element beside another while that moves, until the returned function is called. Its style gets `left`, `top`
 * and `--nc-available-height`; a child with `data-pointer` is moved along the edge to point at the target.
 */
export function placeBeside(
  target: HTMLElement,
  element: HTMLElement,
  placement: Placement,
  distance: number,
): () => void {
  const pointer = element.querySelector<HTMLElement>(':scope > [data-pointer]')
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
        pointer && arrow({ element: pointer, padding: 12 }),
      ],
    }).then(({ x, y, placement: side, middlewareData }) => {
      element.style.left = `${Math.round(x)}px`
      element.style.top = `${Math.round(y)}px`
      element.dataset['side'] = side.split('-', 1)[0]
      const along = middlewareData.arrow?.x
      if (pointer && along !== undefined) pointer.style.left = `${along}px`
    }, reportError)
  })
}

export type PlaceBeside = typeof placeBeside
