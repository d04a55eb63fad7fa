import { expect, it } from 'vitest'
import { tabMove } from './tab-move.ts'

it.each([
  ['ArrowRight', 0, 'ltr', 1],
  ['ArrowRight', 2, 'ltr', 0],
  ['ArrowLeft', 0, 'ltr', 2],
  ['ArrowLeft', 0, 'rtl', 1],
  ['ArrowRight', 0, 'rtl', 2],
  ['Home', 2, 'ltr', 0],
  ['End', 0, 'rtl', 2],
  ['ArrowDown', 0, 'ltr', null],
] as const)('%s leads from tab %i of three (%s) to %s', (key, from, direction, to) => {
  expect(tabMove(key, from, 3, direction)).toBe(to)
})
