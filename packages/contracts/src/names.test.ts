import { expect, it } from 'vitest'
import { companyName, isPlainName, personName, plainName } from './shared.ts'

const bad = [
  'http://evil.example',
  'Win: https://x',
  'www.evil',
  'evil.com',
  'Ana (evil.com.br)',
  'a@b',
  'see x.shop now',
  'evil。com',
  'evil．com',
]
const good = [
  'Ana Lima',
  'Dr. José S. Souza',
  'Padaria S.A.',
  'J.R. Tolkien',
  'Comércio Ltda. ME',
  "D'Ávila & Filhos",
  '3M',
]

it.each(bad)('refuses %s as a name, and takes its link away in mails', (name) => {
  expect([personName.safeParse(name).success, companyName.safeParse(name).success]).toEqual([false, false])
  expect(isPlainName(plainName(name))).toBe(true)
})

it.each(good)('takes %s as it is', (name) => {
  expect([personName.safeParse(name).success, companyName.safeParse(name).success]).toEqual([true, true])
  expect(plainName(name)).toBe(name)
})

it.each(['Ana\r\nLima', 'Ana\n\n Lima', 'Ana\tLima', 'Ana\u2028Lima', 'Ana\u0085Lima'])(
  'keeps a name in one line: %j',
  (name) => {
    expect([personName.parse(name), companyName.parse(name)]).toEqual(['Ana Lima', 'Ana Lima'])
  },
)
