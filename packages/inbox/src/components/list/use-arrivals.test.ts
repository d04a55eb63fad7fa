import { expect, it } from 'vitest'
import type { IMessage } from '../../client/wire.ts'
import { changeAtStart } from './use-arrivals.ts'

const list = (...ids: string[]): IMessage[] =>
  ids.map((_id) => ({
    _id,
    _templateId: 't',
    templateIdentifier: 't',
    channel: 'in_app',
    content: '',
    cta: {},
    seen: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    payload: {},
  }))

it.each([
  ['a page at the end', list('b', 'a'), list('b', 'a', 'z'), { arrived: 0, gone: 0, rest: 3 }],
  ['two at the start', list('b', 'a'), list('d', 'c', 'b', 'a'), { arrived: 2, gone: 0, rest: 2 }],
  ['the first one gone', list('c', 'b', 'a'), list('b', 'a'), { arrived: 0, gone: 1, rest: 2 }],
  ['the first one gone, one more read', list('c', 'b', 'a'), list('b', 'a', 'z'), { arrived: 0, gone: 1, rest: 3 }],
  ['the first one replaced', list('c', 'b', 'a'), list('d', 'b', 'a'), { arrived: 1, gone: 1, rest: 2 }],
  ['one gone in the middle', list('c', 'b', 'a'), list('c', 'a'), { arrived: 0, gone: 0, rest: 2 }],
  ['a list that was empty', [], list('a'), { arrived: 0, gone: 0, rest: 1 }],
  ['nothing that stayed', list('b'), list('a'), { arrived: 0, gone: 0, rest: 1 }],
])('tells what changed before what stayed: %s', (_, before, after, change) => {
  expect(changeAtStart(before, after)).toEqual(change)
})
