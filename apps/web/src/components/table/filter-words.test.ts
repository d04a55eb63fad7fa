import { expect, test } from 'vitest'
import { filtersNamed } from './filter-words.ts'
import type { FilterField } from './filters.ts'

const choice = (name: string, ...labels: string[]): FilterField => ({
  kind: 'choice',
  name,
  label: name,
  choices: labels.map((label) => ({ value: label === 'Undelivered' ? 'failed' : label.toUpperCase(), label })),
})
const fields: FilterField[] = [
  choice('status', 'Undelivered', 'Delivered'),
  choice('category', 'Marketing', 'Utility', 'Não informada'),
  choice('reason', 'Marketing limit reached'),
  { kind: 'flag', name: 'mine', label: 'Only mine' },
  { kind: 'days', from: 'from', to: 'to', label: 'Period' },
]
const spans = [
  { name: 'last7' as const, from: '2026-11-17', to: '2026-11-23' },
  { name: 'lastMonth' as const, from: '2026-10-01', to: '2026-10-31' },
]
const spanName = (name: string) => (name === 'last7' ? 'Last 7 days' : 'Last month')
const named = (text: string) => filtersNamed(text, fields, { spans, spanName })

test('several filters are found in one text, in any order, and by their first letters', () => {
  expect(named('fail market last month')[0]).toMatchObject({
    part: { status: 'failed', category: 'MARKETING', from: '2026-10-01', to: '2026-10-31' },
  })
  expect(named('fail market last month')[0]?.part).not.toHaveProperty('reason')
  expect(named('last month failed').map(({ label }) => label)).toEqual([
    'Last month · Undelivered',
    'Last month',
    'Undelivered',
    'Last 7 days',
  ])
})

test('accents and case do not matter, and unknown words find nothing', () => {
  expect(named('NAO informada').map(({ part }) => part)).toEqual([{ category: 'NÃO INFORMADA' }])
  expect(named('only mine').map(({ part }) => part)).toEqual([{ mine: 'yes' }])
  expect(named('ma')).toEqual([])
  expect(named('')).toEqual([])
})
