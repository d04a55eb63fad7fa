import { describe, expect, it } from 'vitest'
import { consumeTokens, createTokenBuckets, fullBucket, secondsUntilFull } from './token-bucket.ts'

it('fills up as time passes, and loses nothing when the clock is set back', () => {
  let now = 10_000_000
  const buckets = createTokenBuckets({ capacity: 2, refillSeconds: 30, now: () => now })
  expect([buckets.take('a'), buckets.take('a'), buckets.take('a')]).toEqual([0, 0, 30])
  now -= 3_600_000
  expect(buckets.take('a')).toBe(30)
  now += 30_000
  expect([buckets.take('a'), buckets.take('a')]).toEqual([0, 30])
})

describe('a bucket', () => {
  const size = { capacity: 330, refill: 60, everySeconds: 1 }

  it('pays until it is empty, and is filled for the time that passed only then', () => {
    const bucket = fullBucket(size, 0)
    for (let i = 0; i < 330; i++) expect(consumeTokens(bucket, size, 1, i)).toBe(0)
    expect(bucket.tokens).toBe(0)
    expect(consumeTokens(bucket, size, 1, 1000)).toBe(0)
    expect(bucket.tokens).toBe(59)
    expect(consumeTokens(bucket, size, 59, 2000)).toBe(0)
    expect(bucket.tokens).toBe(0)
  })

  it('tells when it can pay, and takes nothing until then', () => {
    const bucket = fullBucket(size, 0)
    consumeTokens(bucket, size, 330, 0)
    expect(consumeTokens(bucket, size, 90, 0)).toBe(1.5)
    expect(consumeTokens(bucket, size, 90, 1499)).toBeGreaterThan(0)
    expect(consumeTokens(bucket, size, 90, 1500)).toBe(0)
  })

  it('never holds more than its capacity, nor less for a clock that goes back', () => {
    const bucket = fullBucket(size, 10_000)
    consumeTokens(bucket, size, 330, 10_000)
    expect(consumeTokens(bucket, size, 1, 5000)).toBeGreaterThan(0)
    expect(consumeTokens(bucket, size, 1, 1_000_000)).toBe(0)
    expect(bucket.tokens).toBe(329)
    expect(secondsUntilFull(bucket, size, 1_000_000)).toBeCloseTo(1 / 60)
  })

  it('is emptied by what costs more than it holds', () => {
    const small = { capacity: 82, refill: 15, everySeconds: 1 }
    const bucket = fullBucket(small, 0)
    expect(consumeTokens(bucket, small, 100, 0)).toBe(0)
    expect(consumeTokens(bucket, small, 100, 0)).toBeCloseTo(82 / 15)
  })
})
