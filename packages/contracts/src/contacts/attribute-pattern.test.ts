import { expect, it } from 'vitest'
import { isSafePattern } from './attribute-pattern.ts'

it.each([
  '\\d{3}-\\d{3}',
  '[A-Z]{2}\\d+',
  '(?:SP|RJ)-[0-9]{4}',
  'a*b*',
  '.*@.*',
  '[^\\]]+',
  '(ab){2}',
  '\\p{L}+',
  '\\u{61}+',
  '[^]a+',
])('takes %s', (pattern) => {
  expect(isSafePattern(pattern)).toBe(true)
})

it.each([
  '(a+)+',
  '(a|a)*',
  'a*a*a*',
  '(a*)*',
  '(\\w+\\s?)+',
  '(.)\\1',
  '(?=a)a',
  '(?<n>a)\\k<n>',
  '(a{0,50}){20}',
  '(?:\\u{61}+)+',
  '(?:\\p{L}+)+',
  '[^](?:a+)+[b]',
  '[](?:a+)+[b]',
  '[',
  '(',
])('refuses %s, which may take too long or is none', (pattern) => {
  expect(isSafePattern(pattern)).toBe(false)
})
