import { expect, test } from 'vitest'
import { readPath } from './read-path.ts'

test.each<[string, unknown, string, unknown]>([
  ['a key', { a: 1 }, 'a', 1],
  ['a path', { a: { b: { c: 'x' } } }, 'a.b.c', 'x'],
  ['a place in a list', { a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', 2],
  ['the length of a list', { a: [1, 2, 3] }, 'a.length', 3],
  ['a key with dots in it', { 'a.b': 1 }, 'a.b', 1],
  ['zero', { a: 0 }, 'a', 0],
  ['false', { a: false }, 'a', false],
  ['empty text', { a: '' }, 'a', ''],
  ['a date as text', { a: new Date('2026-01-02T03:04:05Z') }, 'a', '2026-01-02T03:04:05.000Z'],
  ['an own key that is named like an inherited one', JSON.parse('{"__proto__": {"x": 1}}'), '__proto__.x', 1],
])('%s is found', (_name, root, path, expected) => {
  expect(readPath(root, path)).toBe(expected)
})

test.each<[string, unknown, string]>([
  ['a missing key', { a: 1 }, 'b'],
  ['a path that goes on after a text', { a: 'text' }, 'a.length'],
  ['a path through null', { a: null }, 'a.b'],
  ['null', { a: null }, 'a'],
  ['an invalid date', { a: new Date(Number.NaN) }, 'a'],
  ['what every object inherits', {}, 'constructor'],
  ['what every object inherits, deeper', { a: {} }, 'a.constructor.name'],
  ['the prototype', { a: {} }, 'a.__proto__'],
  ['an empty path', { a: 1 }, ''],
  ['anything of nothing', null, 'a'],
  ['anything of a text', 'text', 'length'],
])('%s is not', (_name, root, path) => {
  expect(readPath(root, path)).toBeUndefined()
})
