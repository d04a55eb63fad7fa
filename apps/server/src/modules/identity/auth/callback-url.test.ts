import { expect, test } from 'vitest'
import { cleanCallbackUrl } from './callback-url.ts'

const origin = 'https://app.example.com'

test.each([
  ['/dashboard', 'https://app.example.com/dashboard'],
  ['/companies?tab=members&q=a%20b#top', 'https://app.example.com/companies?tab=members&q=a%20b#top'],
  ['/chat?next=%2F%2Fevil.com', 'https://app.example.com/chat?next=%2F%2Fevil.com'],
  ['/c/Emp%C3%B3rio%20Vista', 'https://app.example.com/c/Emp%C3%B3rio%20Vista'],
  ['https://app.example.com/profile', 'https://app.example.com/profile'],
  ['https://app.example.com', 'https://app.example.com/'],
])('%s is kept', (value, kept) => {
  expect(cleanCallbackUrl(value, origin)).toBe(kept)
})

test.each([
  undefined,
  null,
  42,
  ['/dashboard'],
  '',
  'dashboard',
  'https://evil.com/',
  'http://app.example.com/',
  'https://app.example.com.evil.com/',
  'https://app.example.com@evil.com/',
  'https://user:secret@app.example.com/',
  'https://app.example.com:444/',
  '//evil.com',
  '///evil.com',
  '/\\evil.com',
  '\\\\evil.com',
  '/..//evil.com',
  '/%2F/evil.com',
  '/%2f%2fevil.com',
  '/%252F%252Fevil.com',
  '/%5Cevil.com',
  '/%255Cevil.com',
  '/\tevil',
  '/\n/evil.com',
  '/%0d%0aSet-Cookie:a=b',
  '/a b',
  '/\u0000',
  '/\u2028evil',
  '/%E0%A4%A',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'ftp://app.example.com/',
  'https:app.example.com',
  `/${'a'.repeat(2001)}`,
])('%j becomes the origin', (value) => {
  expect(cleanCallbackUrl(value, origin)).toBe(origin)
})
