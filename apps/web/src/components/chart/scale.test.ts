import { expect, test } from 'vitest'
import { ticksUpTo } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [9, [0, 5, 10]],
  [17, [0, 5, 10, 15, 20]],
  [240, [0, 100, 200, 300]],
])('an axis up to %i has the lines %j', (most, lines) => {
  expect(ticksUpTo(most)).toEqual(lines)
})
