import { expect, test } from 'vitest'
import { chanceOf, differenceOf, rateOf } from './statistics.ts'

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

// Newcombe, Statistics in Medicine 17 (1998): pages 857 and 873, the examples of both papers.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i in %i is the published one', (some, all, low, high) => {
  const rate = rateOf(some, all)
  expect([rate.low, rate.high]).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)])
})

test.each([
  [[56, 70], [48, 80], 0.0524, 0.3339],
  [[9, 10], [3, 10], 0.1705, 0.809],
  [[6, 7], [2, 7], 0.0582, 0.8062],
  [[5, 56], [0, 29], -0.0381, 0.1926],
  [[0, 10], [0, 20], -0.1611, 0.2775],
] as const)('the interval of the difference of %j and %j is the published one', (one, other, low, high) => {
  const difference = differenceOf(rateOf(one[0], one[1]), rateOf(other[0], other[1]))
  expect([difference.low, difference.high]).toEqual([expect.closeTo(low, 3), expect.closeTo(high, 3)])
})

test('the trial of aspirin by physicians has the published value, z = 5.00', () => {
  // Agresti, Categorical Data Analysis: heart attacks among 11,037 with aspirin and 11,034 with placebo.
  expect(chanceOf({ some: 104, all: 11_037 }, { some: 189, all: 11_034 })).toBeCloseTo(5.7e-7, 6)
})

test('a few answers tell nothing', () => {
  expect(chanceOf({ some: 3, all: 8 }, { some: 0, all: 8 })).toBeNull()
  expect(chanceOf({ some: 0, all: 1000 }, { some: 2, all: 1000 })).toBeNull()
  expect(chanceOf({ some: 0, all: 0 }, { some: 0, all: 0 })).toBeNull()
})
