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
  ['a page at the end', list('b', 'a'), list('b', 'a', 'z'), { arrived: 0, grown: 0 }],
  ['two at the start', list('b', 'a'), list('d', 'c', 'b', 'a'), { arrived: 2, grown: 2 }],
  ['the first one gone', list('c', 'b', 'a'), list('b', 'a'), { arrived: 0, grown: -1 }],
  ['the first one replaced', list('c', 'b', 'a'), list('d', 'b', 'a'), { arrived: 1, grown: 0 }],
  ['one gone in the middle', list('c', 'b', 'a'), list('c', 'a'), { arrived: 0, grown: 0 }],
  ['changes at both ends', list('b', 'a'), list('c', 'b'), { arrived: 1, grown: 0 }],
  ['a list that was empty', [], list('a'), { arrived: 0, grown: 0 }],
  ['nothing that stayed', list('b'), list('a'), { arrived: 0, grown: 0 }],
])('tells what changed before what stayed: %s', (_, before, after, change) => {
  expect(changeAtStart(before, after)).toEqual(change)
})
