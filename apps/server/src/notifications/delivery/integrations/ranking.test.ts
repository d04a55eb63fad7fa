import { expect, it } from 'vitest'
import { rankIntegrations } from './ranking.ts'

const conditions = [{ value: 'AND' as const, children: [{ on: 'isOnline' as const, value: true }] }]
const row = (id: string, priority = 0, more: { active?: boolean; primary?: boolean; conditional?: boolean } = {}) => ({
  id,
  priority,
  active: more.active ?? true,
  primary: more.primary ?? false,
  conditions: more.conditional ? conditions : [],
})
const ranked = (...args: Parameters<typeof rankIntegrations>) =>
  rankIntegrations(...args)
    .map(({ id, primary, priority }) => `${id}${primary ? '*' : ''}${priority}`)
    .join(' ')

it('makes the first active one primary', () => {
  expect(ranked([row('a')], { newest: 'a' })).toBe('a*1')
  expect(ranked([row('a', 0, { active: false }), row('b')], { newest: 'b' })).toBe('a0 b*1')
  expect(ranked([row('a', 0, { active: false })])).toBe('a0')
})

it('puts a new one after the primary, before the others', () => {
  expect(ranked([row('a', 2, { primary: true }), row('b', 1), row('c')], { newest: 'c' })).toBe('a*3 b1 c2')
})

it('hands over by priority', () => {
  const rows = [row('a', 3, { primary: true, active: false }), row('b', 1), row('c', 2)]
  expect(ranked(rows)).toBe('a0 b1 c*2')
})

it('never makes one with conditions primary', () => {
  expect(ranked([row('a', 2, { primary: true, conditional: true }), row('b', 1)])).toBe('a1 b*2')
  expect(ranked([row('a', 1, { primary: true, conditional: true })])).toBe('a1')
})

it('promotes the one that is asked for', () => {
  expect(ranked([row('a', 2, { primary: true }), row('b', 1)], { promoted: 'b' })).toBe('a1 b*2')
})

it('takes groups without children for no conditions', () => {
  expect(ranked([{ ...row('a', 1), conditions: [{ value: 'AND' as const, children: [] }] }])).toBe('a*1')
})
