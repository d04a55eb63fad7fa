import { expect, it } from 'vitest'
import { directionOf } from './direction.ts'
import { languages } from './texts.ts'

it('writes five of the languages from right to left, and the others from left to right', () => {
  expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar', 'fa', 'he', 'sd', 'ur'])
})

it('goes by the language of a tag that names a region too', () => {
  expect(directionOf('ar-EG')).toBe('rtl')
  expect(directionOf('HE_il')).toBe('rtl')
  expect(directionOf('en-AE')).toBe('ltr')
})
