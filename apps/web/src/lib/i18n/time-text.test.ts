import { afterEach, expect, test } from 'vitest'
import { readDatesAs } from './dates.ts'
import { halfHours, timeIn, timeText } from './time-text.ts'

afterEach(() => readDatesAs(undefined))

test('times are understood as people type them, in either language', () => {
  const typed = ['9', '09:00', '930', '0930', '9h30', '18h', '9:30 pm', '12 am', '12 p.m.', '23.59']
  expect(typed.map(timeIn)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '18:00',
    '21:30',
    '00:00',
    '12:00',
    '23:59',
  ])
  expect(['', 'noon', '25:00', '9:75', '13 pm', '12345'].map(timeIn)).toEqual([null, null, null, null, null, null])
})

test('times are written as the person reads them, and what is written is understood', () => {
  expect([timeText('21:30', 'en'), timeText('21:30', 'pt'), timeText('24:00', 'pt'), timeText('', 'pt')]).toEqual([
    '9:30 PM',
    '21:30',
    '00:00',
    '',
  ])
  readDatesAs({ dateFormat: 'auto', timeFormat: 'h23', firstDay: 'monday' })
  expect(timeText('21:30', 'en')).toBe('21:30')
  for (const language of ['en', 'pt']) expect(timeIn(timeText('00:30', language))).toBe('00:30')
})

test('the half hours begin with the time that is set', () => {
  expect(halfHours('17:45').slice(0, 2)).toEqual(['17:30', '18:00'])
  expect(halfHours('')[0]).toBe('08:00')
  expect(new Set(halfHours('17:45')).size).toBe(48)
})
