import { expect, it } from 'vitest'
import { refusePattern } from './attribute-pattern.ts'
import { contactAttribute, createContactAttribute } from './contact-attributes.ts'

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
  'a+[^a]a+',
  '\\d+-\\d+',
  '(?:a*|b)c',
  '\\u0041*B*',
  '😀*a*',
])('takes %s', (pattern) => {
  expect(refusePattern(pattern)).toBeNull()
})

it.each([
  '(a+)+',
  '(a|a)*',
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
  expect(refusePattern(pattern)).toBe('pattern')
})

it.each([
  '.*.*x',
  '\\w+\\d+',
  'a*b*a*',
  'a*a*a*',
  '.*(x?|y).*z',
  '(?:.*)(?:.*)x',
  '(?:a*b?){2}c',
  '[a-f]{2,}[c-z]*-',
  '\\d+-?\\d+',
  '.*?.*?x',
  '(a|b*)(b*|c)d',
  '(?:ab){0,200}[bc]*',
  '\\s*$\\s*',
])('refuses %s, where two repetitions without limit meet', (pattern) => {
  expect(refusePattern(pattern)).toBe('pattern_repeats')
})

it('is asked of new patterns, not of those that fields have', () => {
  const field = { key: 'sku', label: { en: 'SKU', pt: 'SKU' }, type: 'text', pattern: '.*.*x' }
  const refused = createContactAttribute.body.safeParse(field)
  expect(refused.error?.issues).toMatchObject([{ path: ['pattern'], params: { code: 'pattern_repeats' } }])
  const { data } = createContactAttribute.body.safeParse({ ...field, pattern: 'x' })
  const id = '018f0000-0000-7000-8000-000000000000'
  const stored = { ...data, ...field, id, version: 1, position: 0 }
  expect(contactAttribute.safeParse(stored).success).toBe(true)
})
