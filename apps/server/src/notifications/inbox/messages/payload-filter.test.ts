import { describe, expect, it } from 'vitest'
import { objectsOf, readPayloadFilter } from './payload-filter.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

describe('the payload filter', () => {
  it('joins nested keys by dots, and takes dots in keys as such joints', () => {
    const entries = [
      { path: ['a', 'b'], value: 1 },
      { path: ['a', 'c', 'd'], value: null },
      { path: ['e'], value: ['x'] },
      { path: ['f'], value: {} },
    ]
    expect(readPayloadFilter(encoded({ a: { b: 1, c: { d: null } }, e: ['x'], f: {} }))).toEqual(entries)
    expect(readPayloadFilter(encoded({ 'a.b': 1, 'a.c.d': null, e: ['x'], f: {} }))).toEqual(entries)
    expect(readPayloadFilter(encoded({}))).toEqual([])
  })

  it('reads what `btoa` of a browser wrote, and base64 whose plus signs became spaces', () => {
    expect(readPayloadFilter(btoa(JSON.stringify({ city: 'São Paulo' })))).toEqual([
      { path: ['city'], value: 'São Paulo' },
    ])
    const text = encoded({ city: 'São Paulo', mark: '>>>???' })
    expect(text).toContain('+')
    expect(readPayloadFilter(text.replaceAll('+', ' '))).toEqual(readPayloadFilter(text))
  })

  it('keeps keys as data', () => {
    const [entry] = readPayloadFilter(btoa('{"__proto__":{"polluted":true}}'))
    expect(entry).toEqual({ path: ['__proto__', 'polluted'], value: true })
    expect(entry && objectsOf([entry])).toEqual(['{"__proto__":{"polluted":true}}'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('takes out what the database cannot store', () => {
    expect(readPayloadFilter(btoa('{"a\\u0000b":"c\\u0000\\ud800"}'))).toEqual([{ path: ['ab'], value: 'c\ufffd' }])
  })

  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })
  it.each([
    ['no JSON', 'hello'],
    ['nothing', ''],
    ['a list', encoded([1])],
    ['a text', encoded('text')],
    ['null', encoded(null)],
    ['too many keys', encoded(Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`k${i}`, i])))],
    ['too many levels', encoded(deep(60))],
  ])('refuses %s', (_name, text) => {
    expect(() => readPayloadFilter(text)).toThrow(
      'Invalid payload, the JSON object should be encoded to base64 string.',
    )
  })
})
