import { expect, test } from 'vitest'
import { readRule, writeRule } from './recurrence.ts'

test.each(['FREQ=DAILY', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR', 'FREQ=MONTHLY;COUNT=6'])(
  'a rule that was read is written as it was: %s',
  (rule) => {
    expect(writeRule(readRule(rule))).toBe(rule)
  },
)

test('weekdays are part of weekly rules alone', () => {
  expect(writeRule({ ...readRule('FREQ=WEEKLY;BYDAY=TU'), frequency: 'DAILY' })).toBe('FREQ=DAILY')
})
