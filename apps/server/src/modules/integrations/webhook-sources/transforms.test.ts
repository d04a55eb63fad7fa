import type { Transform } from '@recado/contracts/integrations/webhook-mapping'
import { expect, it } from 'vitest'
import { transformed } from './transforms.ts'

const money = { op: 'money', currency: 'BRL' } as const

it.each<[string, unknown[], Transform[], unknown]>([
  ['the first of several', ['a', 'b'], [], 'a'],
  ['all of them joined', [['a'], 'b'], [{ op: 'join', separator: ', ' }], 'a, b'],
  ['none of them joined', [], [{ op: 'join', separator: ', ' }], undefined],
  ['what is no text', [{ a: 1 }, null], [], undefined],
  ['a default for it', [null], [{ op: 'default', value: 'x' }], 'x'],
  ['white space', ['  '], [{ op: 'trim' }], undefined],
  ['a first name', [' Ana Souza '], [{ op: 'first_word' }], 'Ana'],
  ['a Brazilian phone', ['(11) 98765-4321'], [{ op: 'phone', country: 'BR' }], '5511987654321'],
  ['a foreign phone', ['+351 912 345 678'], [{ op: 'phone', country: 'BR' }], '351912345678'],
  ['no phone', ['liga depois'], [{ op: 'phone', country: 'BR' }], undefined],
  ['cents', [9790], [{ op: 'divide', by: 100 }], 97.9],
  ['a number with a comma', ['R$ 1.234,50'], [{ op: 'number', decimal: ',' }], 1234.5],
  ['no number', ['abc'], [{ op: 'number', decimal: '.' }], undefined],
  ['money in Portuguese', [1234.5], [{ ...money, locale: 'pt' }], 'R$\u00a01.234,50'],
  ['money of no currency', [1], [{ op: 'money', currency: '???', locale: 'en' }], undefined],
  ['a day before its month', ['05/03/2026 9:30'], [{ op: 'date', from: 'day_first' }], '2026-03-05T09:30:00.000Z'],
  ['seconds', [1772457330], [{ op: 'date', from: 'seconds' }], '2026-03-02T13:15:30.000Z'],
  ['no date', ['31/31/2026'], [{ op: 'date', from: 'day_first' }], undefined],
  ['a word in a table', ['pix'], [{ op: 'map', table: { pix: 'Pix' }, otherwise: null }], 'Pix'],
  ['a word of no table', ['toString'], [{ op: 'map', table: { pix: 'Pix' }, otherwise: 'Outro' }], 'Outro'],
])('makes something of %s', (_what, found, transforms, value) => {
  expect(transformed(found, transforms)).toBe(value)
})
