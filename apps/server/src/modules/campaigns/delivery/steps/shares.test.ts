import { expect, test } from 'vitest'
import { fairPart } from './shares.ts'

const sharing = (...campaigns: [taken: number, left: number][]) =>
  campaigns.map(([taken, left], index) => ({ id: String(index), scope: 'p', taken, left }))
const partsOf = (room: number, ...campaigns: [number, number][]) =>
  campaigns.map((_, index) => fairPart(room, sharing(...campaigns), String(index)))

test.each([
  ['all places go to one that is alone', 100, [[0, 900]], [100]],
  [
    'four alike get the same',
    100,
    [
      [0, 900],
      [0, 900],
      [0, 900],
      [0, 900],
    ],
    [25, 25, 25, 25],
  ],
  [
    'one that came first waits until the others have caught up',
    40,
    [
      [60, 900],
      [0, 900],
      [0, 900],
    ],
    [0, 20, 20],
  ],
  [
    'what a small one does not need is for the others',
    100,
    [
      [0, 10],
      [0, 900],
      [0, 900],
    ],
    [10, 45, 45],
  ],
  [
    'a place that cannot be split is not lost, and goes to one alone',
    1,
    [
      [5, 90],
      [5, 90],
    ],
    [1, 0],
  ],
  [
    'who has the most people left gets what cannot be split',
    49,
    [
      [0, 17],
      [0, 18],
      [0, 18],
      [0, 18],
    ],
    [12, 13, 12, 12],
  ],
  ['nobody takes more than they have left', 100, [[0, 3]], [3]],
] as [string, number, [number, number][], number[]][])('%s', (_name, room, campaigns, parts) => {
  expect(partsOf(room, ...campaigns)).toEqual(parts)
})
