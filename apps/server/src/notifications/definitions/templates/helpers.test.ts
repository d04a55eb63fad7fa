import { expect, test } from 'vitest'
import { renderText } from './render.ts'
import { TemplateError } from './template-error.ts'

const people = [
  { name: 'Zoe', team: 'b', age: 9, home: { city: 'Porto' } },
  { name: 'Ângela', team: 'a', age: 100, home: { city: 'Faro' } },
  { name: 'Bruno', team: 'b', age: 20, home: { city: 'Porto' } },
  { name: '', team: null },
]

test.each([
  ['{{titlecase x}}', { x: 'JOSÉ da silva' }, 'José Da Silva'],
  ['{{titlecase x}}', { x: 'ÉLAN  vital 🎉ok' }, 'Élan  Vital 🎉ok'],
  ['{{titlecase x}}', {}, ''],
  ['{{uppercase x}}', { x: 'ação 🚀' }, 'AÇÃO 🚀'],
  ['{{lowercase x}}', { x: 'ÓTIMO' }, 'ótimo'],
  ['{{uppercase x}}', { x: 12 }, '12'],
  ['{{uppercase x}}', { x: '<b>' }, '&lt;B&gt;'],
])('%s with %o writes %s', (template, context, expected) => {
  expect(renderText(template, context)).toBe(expected)
})

test.each([
  [1, 'one'],
  [0, 'many'],
  [2, 'many'],
  [1.5, 'many'],
  [-1, 'many'],
  ['1', 'one'],
  [true, 'many'],
  [undefined, 'many'],
])('pluralize %o says %s', (n, expected) => {
  expect(renderText('{{pluralize n "one" "many"}}', { n })).toBe(expected)
})

test.each([
  ['2026-11-21T15:30:00Z', 'dd/MM/yyyy HH:mm', '21/11/2026 15:30'],
  ['2026-11-21T23:30:00-03:00', 'dd/MM/yyyy HH:mm', '22/11/2026 02:30'],
  ['2026-11-21T15:30:00', 'HH:mm', '15:30'],
  ['2026-11-21 15:30', 'HH:mm', '15:30'],
  ['2026-11-21', 'EEEE, MMMM do', 'Saturday, November 21st'],
  [1_795_275_000_000, 'yyyy-MM-dd', '2026-11-21'],
  [new Date('2026-11-21T00:00:00Z'), 'yyyy', '2026'],
  ['Nov 21, 2026', 'yyyy-MM-dd', '2026-11-21'],
  ['tomorrow', 'yyyy', 'tomorrow'],
  ['Call me at 5', 'yyyy', 'Call me at 5'],
  ['', 'yyyy', ''],
  [undefined, 'yyyy', ''],
  [null, 'yyyy', ''],
  [true, 'yyyy', 'true'],
])('dateFormat %o %s writes %s', (date, pattern, expected) => {
  expect(renderText('{{dateFormat date pattern}}', { date, pattern })).toBe(expected)
})

test('dateFormat writes the hour of a time zone when one is named', () => {
  const context = { at: '2026-11-21T15:30:00Z' }
  expect(renderText('{{dateFormat at "HH:mm" timezone="America/Sao_Paulo"}}', context)).toBe('12:30')
})

test('dateFormat says which pattern it cannot use', () => {
  const render = () => renderText('{{dateFormat at "wrong pattern"}}', { at: '2026-11-21' })
  expect(render).toThrow(TemplateError)
  expect(render).toThrow(/wrong pattern/)
})

test.each([
  ['equals', 1, '1', true],
  ['equals', 1, 2, false],
  ['eq', 1, '1', false],
  ['eq', 'a', 'a', true],
  ['ne', 1, '1', true],
  ['ne', 'a', 'a', false],
  ['gt', 2, 1, true],
  ['gt', 1, 1, false],
  ['gte', 1, 1, true],
  ['gte', 0, 1, false],
  ['lt', 1, 2, true],
  ['lt', 1, 1, false],
  ['lte', 1, 1, true],
  ['lte', 2, 1, false],
])('%s %o %o is %o, as a block and inline', (helper, left, right, holds) => {
  const context = { left, right, name: 'Ana' }
  expect(renderText(`{{#${helper} left right}}yes {{name}}{{else}}no {{name}}{{/${helper}}}`, context)).toBe(
    holds ? 'yes Ana' : 'no Ana',
  )
  expect(renderText(`{{#if (${helper} left right)}}yes{{else}}no{{/if}}`, context)).toBe(holds ? 'yes' : 'no')
  expect(renderText(`{{${helper} left right}}`, context)).toBe(String(holds))
})

test('a comparison block keeps its context inside of a list too', () => {
  const template = '{{#each items}}{{#eq kind "a"}}{{label}} of {{../owner}}, {{@root.owner}};{{/eq}}{{/each}}'
  const context = {
    owner: 'Ana',
    items: [
      { kind: 'a', label: 'first' },
      { kind: 'b', label: 'second' },
    ],
  }
  expect(renderText(template, context)).toBe('first of Ana, Ana;')
  expect(renderText('{{#each tags}}{{#ne this "x"}}{{this}}{{/ne}}{{/each}}', { tags: ['x', 'y'] })).toBe('y')
})

test('a comparison block without an else writes nothing when it does not hold', () => {
  expect(renderText('[{{#eq a 1}}x{{/eq}}]', { a: 2 })).toBe('[]')
})

test('unique lists the distinct truthy values of a key', () => {
  expect(renderText('{{#each (unique people "team")}}{{this}};{{/each}}', { people })).toBe('b;a;')
  expect(renderText('{{#each (unique people "home.city")}}{{this}};{{/each}}', { people })).toBe('Porto;Faro;')
  expect(renderText('{{#each (unique people "toString")}}{{this}};{{/each}}', { people })).toBe('')
})

test('groupBy keeps the order of first appearance', () => {
  const template = '{{#each (groupBy people "team")}}{{key}}: {{#each items}}{{name}},{{/each}} {{/each}}'
  expect(renderText(template, { people: people.slice(0, 3) })).toBe('b: Zoe,Bruno, a: Ângela, ')
})

test('groupBy takes a key named __proto__ as any other', () => {
  const list = [JSON.parse('{"k":"__proto__","n":1}'), { k: 'constructor', n: 2 }]
  expect(renderText('{{#each (groupBy list "k")}}{{key}}={{items.length}};{{/each}}', { list })).toBe(
    '__proto__=1;constructor=1;',
  )
})

test('sortBy sorts a copy: numbers as numbers, letters with their accents, missing ones last', () => {
  const context = { people, numbers: [10, 9, 100] }
  expect(renderText('{{#each (sortBy people "age")}}{{name}},{{/each}}', context)).toBe('Zoe,Bruno,Ângela,,')
  expect(renderText('{{#each (sortBy people "name")}}{{name}},{{/each}}', context)).toBe(',Ângela,Bruno,Zoe,')
  expect(renderText('{{#each (sortBy numbers)}}{{this}},{{/each}}', context)).toBe('9,10,100,')
  expect(context.numbers).toEqual([10, 9, 100])
})

test.each(['unique list "a"', 'groupBy list "a"', 'sortBy list "a"', 'sortBy list'])(
  '%s of no list is empty',
  (call) => {
    for (const list of [undefined, null, 'text', 5, { a: 1 }])
      expect(renderText(`{{#each (${call})}}x{{else}}empty{{/each}}`, { list })).toBe('empty')
  },
)

test.each([
  ['{{numberFormat n}}', 1_234_567.891, '1,234,567.89'],
  ['{{numberFormat n}}', 5, '5.00'],
  ['{{numberFormat n}}', -1234.5, '-1,234.50'],
  ['{{numberFormat n}}', 999, '999.00'],
  ['{{numberFormat n}}', '1234.5', '1,234.50'],
  ['{{numberFormat n decimalLength=0}}', 1234.56, '1,235'],
  ['{{numberFormat n decimalLength=3}}', 0.1, '0.100'],
  ['{{numberFormat n thousandsSep="." decimalSep=","}}', 1234.5, '1.234,50'],
  ['{{numberFormat n thousandsSep=""}}', 1234.5, '1234.50'],
  ['{{numberFormat n thousandsSep="$&"}}', 1234, '1$&amp;234.00'],
  ['{{numberFormat n decimalLength=500}}', 0, '0.00000000000000000000'],
  ['{{numberFormat n}}', 'a lot', 'a lot'],
  ['{{numberFormat n}}', '', ''],
  ['{{numberFormat n}}', undefined, ''],
  ['{{numberFormat n}}', 1e30, '1e+30'],
])('%s of %o writes %s', (template, n, expected) => {
  expect(renderText(template, { n })).toBe(expected)
})

test('i18n looks a key up in the translations, and writes the key when there is none', () => {
  const translations = { hello: 'Olá, {{name}}!', 'a.b': 'flat', deep: { key: 'nested' } }
  const context = { translations, person: 'Ana' }
  expect(renderText('{{i18n "hello" name=person}}', context)).toBe('Olá, Ana!')
  expect(renderText('{{i18n "a.b"}} {{i18n "deep.key"}} {{i18n "none.such"}}', context)).toBe('flat nested none.such')
  expect(renderText('{{#each list}}{{i18n "deep.key"}} {{/each}}', { ...context, list: [1, 2] })).toBe('nested nested ')
  expect(renderText('{{i18n "hello"}} {{i18n "constructor"}}', {})).toBe('hello constructor')
})

test('log writes nothing anywhere', () => {
  expect(renderText('a{{log secret}}b', { secret: 'x' })).toBe('ab')
})
