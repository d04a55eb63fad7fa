import { expect, test } from 'vitest'
import { showPhone } from './phone.ts'

test.each([
  ['+5581991230001', '+55 81 99123-0001'],
  ['+558130304040', '+55 81 3030-4040'],
  ['+55819••••0001', '+55 81 9••••-0001'],
  ['+14155550123', '+1 415 555-0123'],
  ['+351912345678', '+351912345678'],
])('%s is shown as %s', (phone, shown) => {
  expect(showPhone(phone)).toBe(shown)
})
