import { expect, test } from 'vitest'
import { sharesOf } from './shares.ts'

const candidate = (companyId: string, channelId: string, available: number) => ({ companyId, channelId, available })
const counts = (list: { channelId: string; count: number }[]) =>
  Object.fromEntries(list.map(({ channelId, count }) => [channelId, count]))

test('a company with many numbers gets no more than one with a single number', () => {
  const many = Array.from({ length: 10 }, (_, i) => candidate('big', `big-${i}`, 1000))
  const shares = sharesOf([...many, candidate('small', 'small', 1000)], 100)
  expect(counts(shares)['small']).toBe(50)
  expect(shares.reduce((sum, { count }) => sum + count, 0)).toBe(100)
})

test('what a slow number leaves goes to the others', () => {
  expect(counts(sharesOf([candidate('a', 'a', 3), candidate('b', 'b', 500)], 100))).toEqual({ a: 3, b: 97 })
})

test('with less room than companies the first of them get one each', () => {
  const list = ['a', 'b', 'c', 'd'].map((name) => candidate(name, name, 10))
  expect(sharesOf(list, 2)).toEqual([
    { channelId: 'a', count: 1 },
    { channelId: 'b', count: 1 },
  ])
})

test('nothing is shared where nothing may go', () => {
  expect(sharesOf([], 100)).toEqual([])
})
