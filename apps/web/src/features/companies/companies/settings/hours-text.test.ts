import { afterEach, expect, test } from 'vitest'
import { readDatesAs } from '#web/lib/i18n/dates.ts'
import { weekText } from './hours-text.ts'
import { weekPresets } from './hours-week.tsx'

afterEach(() => readDatesAs(undefined))

test('days with the same times are said once, in the order and the format of the reader', () => {
  expect(weekText(weekPresets.shop, 'pt')).toBe('seg.–sex. 08:00–18:00 · sáb. 08:00–12:00')
  expect(weekText(weekPresets.office, 'en')).toBe('Mon–Fri 9 AM–6 PM')
  readDatesAs({ dateFormat: 'auto', timeFormat: 'h23', firstDay: 'sunday' })
  expect(weekText([...weekPresets.office, { weekday: 0, from: '00:00', to: '24:00' }], 'pt')).toBe(
    'dom. 24 h · seg.–sex. 09:00–18:00',
  )
})

test('a day between others that is closed parts them, and its second times are said with the first', () => {
  const weekly = [1, 2, 4].map((weekday) => ({ weekday, from: '09:00', to: '12:00' }))
  expect(weekText([{ weekday: 1, from: '14:00', to: '18:00' }, ...weekly], 'pt')).toBe(
    'seg. 09:00–12:00, 14:00–18:00 · ter. 09:00–12:00 · qui. 09:00–12:00',
  )
  expect(weekText([], 'pt')).toBe('')
})
