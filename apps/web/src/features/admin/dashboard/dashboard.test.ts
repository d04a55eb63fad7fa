import { expect, test } from 'vitest'
import { csvOf } from '#web/components/chart/csv.ts'
import { validateDashboard } from './periods.ts'

test('a file of figures keeps commas, quotes and lines inside of their cell', () => {
  expect(
    csvOf([
      ['Day', 'Said "now", twice'],
      ['2026-11-21', 3, null],
    ]),
  ).toBe('\uFEFFDay,"Said ""now"", twice"\r\n2026-11-21,3,\r\n')
})

test('an address is understood as far as the dashboard can show it', () => {
  const channelId = '01936b2e-0000-7000-8000-000000000001'
  expect(validateDashboard({ days: '30', compare: true, channelId })).toEqual({ days: 30, compare: true, channelId })
  expect(validateDashboard({ days: 8, teamId: 'sales', compare: 'yes' })).toEqual({})
  expect(validateDashboard({ from: '2026-11-01', to: '2026-11-02', days: 7 })).toEqual({
    from: '2026-11-01',
    to: '2026-11-02',
  })
  expect(validateDashboard({ from: '2026-11-02', to: '2026-11-01', days: 7 })).toEqual({ days: 7 })
  expect(validateDashboard({ from: '2025-01-01', to: '2026-11-01' })).toEqual({})
})
