import { expect, it } from 'vitest'
import { badgeText } from './badge-text.ts'

it.each([
  [undefined, null],
  [null, null],
  [0, null],
  [-1, null],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [1000, '99+'],
])('says of %s: %s', (count, text) => {
  expect(badgeText(count)).toBe(text)
})
