export type MenuMove = { to: number } | 'enter' | 'leave' | 'close' | 'tab' | null

/**
 * What a key does in a menu of `count` entries while the one at `index` has focus (WAI-ARIA authoring practices, menu
 * pattern): arrows go round, Home and End go to the ends, the arrow in the direction of reading enters a deeper menu
 * and the opposite one leaves it.
 */
export function menuMove(key: string, index: number, count: number, direction: 'ltr' | 'rtl'): MenuMove {
  const [inwards, outwards] = direction === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === 'ArrowDown') return { to: (index + 1) % count }
  if (key === 'ArrowUp') return { to: index < 0 ? count - 1 : (index + count - 1) % count }
  if (key === 'Home') return { to: 0 }
  if (key === 'End') return { to: count - 1 }
  if (key === inwards) return 'enter'
  if (key === outwards) return 'leave'
  if (key === 'Escape') return 'close'
  return key === 'Tab' ? 'tab' : null
}
