import { expect, it } from 'vitest'
import {
  decodeCursor,
  encodeCursor,
  instantPlace,
  keyPlace,
  notificationPlace,
  parseCursor,
  rankedPlace,
} from './cursor.ts'
import { newId } from './ids.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const id = newId()

it('names a place that is read back as it was', () => {
  const at = new Date('2026-11-22T10:11:12.345Z')
  expect(decodeCursor(keyPlace, encodeCursor({ id, key: 'São João | 2 {' }))).toEqual({ id, key: 'São João | 2 {' })
  expect(decodeCursor(instantPlace, encodeCursor({ at, id }))).toEqual({ at, id })
  const ranked = { at: '2026-11-22 10:11:12.345678+00', id, rank: 3 }
  expect(decodeCursor(rankedPlace, encodeCursor(ranked))).toEqual(ranked)
  expect(decodeCursor(rankedPlace, encodeCursor({ at: 'infinity', id }))).toEqual({ at: 'infinity', id, rank: 0 })
})

it('reads the cursors in links of before', () => {
  const at = new Date(1_700_000_000_000)
  expect(decodeCursor(keyPlace, base64(`${id} Ana Lima`))).toEqual({ id, key: 'Ana Lima' })
  expect(decodeCursor(keyPlace, base64(`${id} `))).toEqual({ id, key: '' })
  expect(decodeCursor(instantPlace, base64(`${id} ${at.getTime()}`))).toEqual({ at, id })
  expect(parseCursor(instantPlace, base64(`${at.getTime()} ${id}`))).toEqual({ at, id })
  const hex = 'a'.repeat(24)
  expect(parseCursor(notificationPlace, base64(`${at.getTime()} ${hex}`))).toEqual({ at, id: hex })
  const ranked = { at: '2026-11-22 10:11:12.345678+00', id, rank: 2 }
  expect(decodeCursor(rankedPlace, base64(`${ranked.at}|${id}|2`))).toEqual(ranked)
})

it.each([
  ...['', 'x', 'null', '[]', '{', '{}', `{"id":"${id}"}`, `{"id":"${id}","key":"a\\u0000b"}`, `${id} a\u0000b`],
  ...[`{"id":"${id}","key":1,"at":-1}`, `{"id":"${id}","at":8640000000000000}`, `8640000000000000 ${id}`],
  ...[`{"id":"x","key":"","at":1}`, `2026-02-31 10:00:00+00|${id}|0`, `{"at":"2026-13-99 99:99:99+00","id":"${id}"}`],
])('takes nothing else for a cursor: %s', (text) => {
  for (const shape of [keyPlace, instantPlace, rankedPlace]) {
    expect(parseCursor<object>(shape, base64(text))).toBeNull()
    if (text !== '') expect(() => decodeCursor<object>(shape, base64(text))).toThrow()
  }
})

it('is at the beginning without a cursor', () => {
  expect(decodeCursor(keyPlace, undefined)).toBeNull()
  expect(decodeCursor(keyPlace, '')).toBeNull()
  expect(parseCursor(keyPlace, undefined)).toBeNull()
})
