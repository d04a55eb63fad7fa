import { expect, it } from 'vitest'
import { createTokenBuckets } from './token-bucket.ts'

it('fills up as time passes, and loses nothing when the clock is set back', () => {
  let now = 10_000_000
  const buckets = createTokenBuckets({ capacity: 2, refillSeconds: 30, now: () => now })
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 30])
  now -= 3_600_000
  expect(buckets.take('a')).toBe(30)
  now += 30_000
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 30])
})
