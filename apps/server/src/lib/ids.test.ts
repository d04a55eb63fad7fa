import { expect, it } from 'vitest'
import { newId } from './ids.ts'

it('makes ids of version 7 that differ and sort in the order of their making', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  for (const id of ids.slice(0, 100)) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  const made = Number.parseInt((ids[0] ?? '').replace('-', '').slice(0, 12), 16)
  expect(Math.abs(made - Date.now())).toBeLessThan(60_000)
})
