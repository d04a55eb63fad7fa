import { expect, test } from 'vitest'
import { chanceOf, rateOf } from './statistics.ts'

test('a share has the Wilson interval of the textbooks', () => {
  const { value, low, high } = rateOf(10, 100)
  expect([value, low.toFixed(4), high.toFixed(4)]).toEqual([0.1, '0.0552', '0.1744'])
  expect(rateOf(0, 0)).toEqual({ value: 0, low: 0, high: 0 })
  expect(rateOf(0, 20).low).toBe(0)
  expect(rateOf(25, 20).value).toBe(1)
})

test('two shares that differ clearly do so hardly by chance, and equal ones always', () => {
  expect(chanceOf({ some: 150, all: 1000 }, { some: 200, all: 1000 })).toBeCloseTo(0.0032, 3)
  expect(chanceOf({ some: 150, all: 1000 }, { some: 155, all: 1000 })).toBeGreaterThan(0.7)
  expect(chanceOf({ some: 50, all: 100 }, { some: 50, all: 100 })).toBeCloseTo(1, 5)
})

test('a few answers tell nothing', () => {
  expect(chanceOf({ some: 3, all: 8 }, { some: 0, all: 8 })).toBeNull()
  expect(chanceOf({ some: 0, all: 1000 }, { some: 2, all: 1000 })).toBeNull()
  expect(chanceOf({ some: 0, all: 0 }, { some: 0, all: 0 })).toBeNull()
})
