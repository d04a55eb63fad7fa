import { expect, it } from 'vitest'
import { feedMove } from './use-row-focus.ts'

it.each([
  ['PageDown', 3, 4],
  ['PageDown', 9, 9],
  ['PageUp', 3, 2],
  ['PageUp', 0, 0],
  ['Home', 7, 0],
  ['End', 2, 9],
])('%s leads from article %i to %i of ten', (key, from, to) => {
  expect(feedMove(key, from, 10)).toBe(to)
})

it('leaves the arrows to scrolling', () => {
  expect(feedMove('ArrowDown', 3, 10)).toBeNull()
})
