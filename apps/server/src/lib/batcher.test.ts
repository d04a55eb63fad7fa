import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createBatcher } from './batcher.ts'

describe('group commit', () => {
  it('runs together what arrives while a batch is in flight, and answers each call its own result', async () => {
    const batches: number[][] = []
    const inFlight = Promise.withResolvers<void>()
    const batcher = createBatcher<number, number>({
      max: 100,
      run: async (items) => {
        batches.push(items)
        await inFlight.promise
        return items.map((n) => n * 2)
      },
    })
    const first = batcher.add(1)
    await expect.poll(() => batches).toEqual([[1]])
    const rest = Promise.all([2, 3, 4].map((n) => batcher.add(n)))
    inFlight.resolve()
    expect(await first).toBe(2)
    expect(await rest).toEqual([4, 6, 8])
    expect(batches).toEqual([[1], [2, 3, 4]])
  })

  it('sends what comes alone at once, and a stream in few batches', async () => {
    const sizes: number[] = []
    const batcher = createBatcher<number, number>({
      max: 5,
      everyMs: 60_000,
      run: async (items) => {
        sizes.push(items.length)
        return items
      },
    })
    expect(await batcher.add(1)).toBe(1)
    const stream = [2, 3, 4, 5, 6].map((n) => batcher.add(n))
    expect(await Promise.all(stream)).toEqual([2, 3, 4, 5, 6])
    expect(sizes).toEqual([1, 5])
  })

  it('never takes more than the limit at once, and loses none', async () => {
    const sizes: number[] = []
    const batcher = createBatcher<number, number>({
      max: 10,
      parallel: 2,
      run: async (items) => {
        sizes.push(items.length)
        await sleep(1)
        return items
      },
    })
    const results = await Promise.all(Array.from({ length: 95 }, (_, n) => batcher.add(n)))
    expect(results).toEqual(Array.from({ length: 95 }, (_, n) => n))
    expect(Math.max(...sizes)).toBe(10)
  })

  it('fails a bad item alone when it may', async () => {
    const batcher = createBatcher<number, number>({
      max: 10,
      alone: (error) => error instanceof RangeError,
      run: async (items) => {
        if (items.includes(3)) throw new RangeError('three')
        if (items.includes(7)) throw new TypeError('seven')
        return items
      },
    })
    const results = await Promise.allSettled([1, 2, 3, 4].map((n) => batcher.add(n)))
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    const together = await Promise.allSettled([6, 7].map((n) => batcher.add(n)))
    expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  it('fails the calls of a failed batch and goes on with the next', async () => {
    let fail = true
    const batcher = createBatcher<number, number>({
      max: 10,
      run: async (items) => {
        if (fail) throw new Error('down')
        return items
      },
    })
    await expect(batcher.add(1)).rejects.toThrow('down')
    fail = false
    await expect(batcher.add(2)).resolves.toBe(2)
  })
})
