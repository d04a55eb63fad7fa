import { expect, it } from 'vitest'
import { equalTexts } from './equal-texts.ts'

it.each([
  ['', '', true],
  ['abc', 'abc', true],
  ['abc', 'abd', false],
  ['abc', 'ab', false],
  ['é', 'é', true],
  ['é', 'e', false],
  ['é💥', 'abc', false],
])('%s and %s', (one, other, expected) => {
  expect(equalTexts(one, other)).toBe(expected)
})
