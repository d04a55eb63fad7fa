import { QueryPromise } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createCache } from './cache.ts'
import { perDeps } from './per-deps.ts'

/** A reading that ends when the test says so, and how often it was begun. */
const slowly = () => {
  const readings: { resolve: (value: string) => void; reject: (error: Error) => void }[] = []
  return { readings, read: () => new Promise<string>((resolve, reject) => readings.push({ resolve, reject })) }
}
const answer = (value: string) => () => Promise.resolve(value)
const never = () => Promise.reject(new Error('It was read although it is known'))

describe('load', () => {
  it('reads a key once, for all who ask meanwhile and later', async () => {
    const cache = createCache<string>()
    const { readings, read } = slowly()
    const both = [cache.load('a', read), cache.load('a', read)]
    expect(cache.get('a')).toBeUndefined()
    readings[0]?.resolve('one')
    expect(await Promise.all(both)).toEqual(['one', 'one'])
    expect(await cache.load('a', never)).toBe('one')
    expect(cache.get('a')).toBe('one')
    expect(await cache.load('b', answer('two'))).toBe('two')
  })

  it('knows that there is nothing, and what is false or empty', async () => {
    const cache = createCache<string | boolean | null>()
    for (const [key, value] of [['a', null] as const, ['b', false] as const, ['c', ''] as const]) {
      await cache.load(key, () => Promise.resolve(value))
      expect(await cache.load(key, never)).toBe(value)
      expect(cache.get(key)).toBe(value)
    }
  })

  it('reads again when the time is over, which begins with the reading', async () => {
    let now = 1000
    const cache = createCache<string>({ ttlMs: 100, now: () => now })
    const { readings, read } = slowly()
    const first = cache.load('a', read)
    now = 1060
    readings[0]?.resolve('old')
    await first
    now = 1099
    expect(cache.get('a')).toBe('old')
    now = 1100
    expect(cache.get('a')).toBeUndefined()
    expect(await cache.load('a', answer('new'))).toBe('new')
  })

  it('waits no longer for a reading that hangs than a value is known', async () => {
    let now = 0
    const cache = createCache<string>({ ttlMs: 100, now: () => now })
    void cache.load('a', slowly().read)
    now = 100
    expect(await cache.load('a', answer('at last'))).toBe('at last')
  })

  it('keeps no failure', async () => {
    const cache = createCache<string>()
    const { readings, read } = slowly()
    const both = [cache.load('a', read), cache.load('a', read)]
    readings[0]?.reject(new Error('away'))
    for (const one of both) await expect(one).rejects.toThrow('away')
    expect(await cache.load('a', answer('there'))).toBe('there')
  })

  it('runs a query once that runs for everybody who waits for it', async () => {
    let runs = 0
    class Query extends QueryPromise<string> {
      execute = () => Promise.resolve(`run ${++runs}`)
    }
    const query = new Query()
    const cache = createCache<string>()
    const both = [cache.load('a', () => query), cache.load('a', () => query)]
    expect(await Promise.all(both)).toEqual(['run 1', 'run 1'])
  })
})

describe('a change', () => {
  it('has its key read again, and no other', async () => {
    const cache = createCache<string>()
    await cache.load('a', answer('old'))
    await cache.load('b', answer('other'))
    cache.invalidate('a')
    expect(await cache.load('a', answer('new'))).toBe('new')
    expect(await cache.load('b', never)).toBe('other')
  })

  it('during a reading lets its value be neither kept nor shared with who asks after it', async () => {
    const cache = createCache<string>()
    const { readings, read } = slowly()
    const before = cache.load('a', read)
    cache.invalidate('a')
    const after = cache.load('a', read)
    readings[1]?.resolve('new')
    expect(await after).toBe('new')
    readings[0]?.resolve('old')
    expect(await before).toBe('old')
    expect(await cache.load('a', never)).toBe('new')
  })

  it('of a key leaves the readings of others alone', async () => {
    const cache = createCache<string>()
    const { readings, read } = slowly()
    const one = cache.load('a', read)
    cache.invalidate('b')
    readings[0]?.resolve('kept')
    await one
    expect(cache.get('a')).toBe('kept')
  })

  it('of unknown reach concerns all keys', async () => {
    const cache = createCache<string>()
    await cache.load('a', answer('old'))
    const { readings, read } = slowly()
    const underWay = cache.load('b', read)
    cache.invalidateAll()
    readings[0]?.resolve('old')
    await underWay
    expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined])
  })

  it('can be limited by value; values being loaded are always dropped', async () => {
    const cache = createCache<string>()
    await cache.load('a', answer('apple'))
    await cache.load('b', answer('bread'))
    const { readings, read } = slowly()
    const underWay = cache.load('c', read)
    cache.invalidateWhere((value) => value === 'apple')
    readings[0]?.resolve('cheese')
    await underWay
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'bread', undefined])
  })
})

describe('loadAlone', () => {
  it('waits for no reading of others, and keeps what it read', async () => {
    const cache = createCache<string>()
    void cache.load('a', slowly().read)
    expect(await cache.loadAlone('a', answer('own'))).toBe('own')
    expect(await cache.loadAlone('a', never)).toBe('own')
    expect(await cache.load('a', never)).toBe('own')
  })

  it('keeps nothing when something changed meanwhile, and no failure', async () => {
    const cache = createCache<string>()
    const { readings, read } = slowly()
    const one = cache.loadAlone('a', read)
    cache.invalidate('a')
    readings[0]?.resolve('old')
    expect(await one).toBe('old')
    expect(cache.get('a')).toBeUndefined()
    await expect(cache.loadAlone('a', never)).rejects.toThrow()
    expect(await cache.load('a', answer('new'))).toBe('new')
  })
})

describe('loadMany', () => {
  it('reads at once what is not at hand, and looks again for what was not there', async () => {
    const cache = createCache<string>()
    await cache.load('a', answer('one'))
    const asked: string[][] = []
    const read = async (missing: string[]) => {
      asked.push(missing)
      return new Map(missing.filter((key) => key !== 'gone').map((key) => [key, `read ${key}`]))
    }
    const keys = ['a', 'b', 'gone', 'b']
    const found = await cache.loadMany(keys, read)
    expect(Object.fromEntries(found)).toEqual({ a: 'one', b: 'read b' })
    expect(await cache.loadMany(keys, read)).toEqual(found)
    expect(asked).toEqual([['b', 'gone'], ['gone']])
    expect(await cache.loadMany(['a', 'b'], never)).toEqual(found)
  })

  it('answers what changed meanwhile, and does not keep it', async () => {
    const cache = createCache<string>()
    const found = await cache.loadMany(['a'], async () => {
      cache.invalidate('a')
      return new Map([['a', 'old']])
    })
    expect(found.get('a')).toBe('old')
    expect(cache.get('a')).toBeUndefined()
  })
})

describe('peek', () => {
  it('shows the last value while it is read again and when that fails, and nothing after a change', async () => {
    let now = 0
    const cache = createCache<string>({ ttlMs: 100, now: () => now })
    await cache.load('a', answer('old'))
    now = 200
    expect(cache.peek('a')).toBe('old')
    const { readings, read } = slowly()
    const failing = cache.load('a', read)
    expect(cache.peek('a')).toBe('old')
    readings[0]?.reject(new Error('away'))
    await expect(failing).rejects.toThrow('away')
    expect(cache.peek('a')).toBe('old')
    expect(await cache.load('a', answer('new'))).toBe('new')
    expect(cache.peek('a')).toBe('new')
    cache.invalidate('a')
    expect(cache.peek('a')).toBeUndefined()
  })
})

it('lets the key go that was asked for least recently', async () => {
  const cache = createCache<string>({ max: 3 })
  for (const key of ['a', 'b', 'c']) await cache.load(key, answer(key))
  await cache.load('a', never)
  await cache.load('d', answer('d'))
  expect(['a', 'b', 'c', 'd'].map(cache.get)).toEqual(['a', undefined, 'c', 'd'])
  await cache.loadMany(['e', 'f'], async (keys) => new Map(keys.map((key) => [key, key])))
  expect(['a', 'c', 'd', 'e', 'f'].map(cache.get)).toEqual([undefined, undefined, 'd', 'e', 'f'])
})

it('has one of something for each process', () => {
  const listOf = perDeps((deps: { name: string }) => [deps.name])
  const [one, other] = [{ name: 'a' }, { name: 'a' }]
  listOf(one).push('kept')
  expect(listOf(one)).toEqual(['a', 'kept'])
  expect(listOf(other)).toEqual(['a'])
})
