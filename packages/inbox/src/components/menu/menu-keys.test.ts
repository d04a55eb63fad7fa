import { expect, it } from 'vitest'
import { menuMove } from './menu-keys.ts'

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 2, 0],
  ['ArrowDown', -1, 0],
  ['ArrowUp', 1, 0],
  ['ArrowUp', 0, 2],
  ['ArrowUp', -1, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
])('%s goes from entry %i to %i of three', (key, from, to) => {
  expect(menuMove(key, from, 3, 'ltr')).toEqual({ to })
})

it('enters and leaves a deeper menu in the direction of reading', () => {
  expect(menuMove('ArrowRight', 0, 3, 'ltr')).toBe('enter')
  expect(menuMove('ArrowLeft', 0, 3, 'ltr')).toBe('leave')
  expect(menuMove('ArrowLeft', 0, 3, 'rtl')).toBe('enter')
  expect(menuMove('ArrowRight', 0, 3, 'rtl')).toBe('leave')
})

it('closes with Escape, gives way to Tab, and leaves other keys alone', () => {
  expect(menuMove('Escape', 0, 3, 'ltr')).toBe('close')
  expect(menuMove('Tab', 0, 3, 'ltr')).toBe('tab')
  expect(menuMove('a', 0, 3, 'ltr')).toBeNull()
})
