import { type ConditionOperator, conditionOperators } from '@recado/contracts/notifications/domain'
import { expect, test } from 'vitest'
import { compareValues } from './operators.ts'

const list = ['red', 'Green', 3, true]
const object = { a: 1 }

const cases: Record<ConditionOperator, { holds: [unknown, string][]; fails: [unknown, string][] }> = {
  EQUAL: {
    holds: [
      ['gold', 'gold'],
      ['', ''],
      [' ', ' '],
      [3, '3'],
      [3, ' 3.0 '],
      [-0.5, '-.5'],
      [true, 'true'],
      [true, ' true '],
      [false, 'false'],
      [false, 'no'],
    ],
    fails: [
      ['gold', 'Gold'],
      ['gold', 'gold '],
      ['3', '3.0'],
      [3, '4'],
      [0, ''],
      [0, ' '],
      [0, 'false'],
      [3, 'three'],
      [Number.NaN, 'NaN'],
      [true, '1'],
      [true, 'TRUE'],
      [list, 'red'],
      [object, '[object Object]'],
      [[], ''],
    ],
  },
  NOT_EQUAL: {
    holds: [
      ['gold', 'silver'],
      [3, '4'],
      [0, ''],
      [true, 'false'],
      [list, 'red'],
    ],
    fails: [
      ['gold', 'gold'],
      [3, '3'],
      [true, 'true'],
      [false, 'anything'],
    ],
  },
  LARGER: {
    holds: [
      [10, '9'],
      [-1, '-2'],
      ['b', 'a'],
      ['2026-02-01', '2026-01-31'],
      [true, 'false'],
    ],
    fails: [
      [9, '10'],
      [9, '9'],
      [9, 'x'],
      [1, ''],
      ['10', '9'],
      ['a', 'a'],
      [true, 'true'],
      [[5], '3'],
      [object, ''],
    ],
  },
  SMALLER: {
    holds: [
      [9, '10'],
      [-2, '-1'],
      ['a', 'b'],
      ['10', '9'],
      [false, 'true'],
    ],
    fails: [
      [10, '9'],
      [9, '9'],
      [9, 'x'],
      [-1, ''],
      ['b', 'b'],
      [[1], '3'],
    ],
  },
  LARGER_EQUAL: {
    holds: [
      [10, '9'],
      [9, '9'],
      ['b', 'b'],
      ['c', 'b'],
      [true, 'true'],
    ],
    fails: [
      [8, '9'],
      [9, 'x'],
      [0, ''],
      ['a', 'b'],
      [[9], '9'],
    ],
  },
  SMALLER_EQUAL: {
    holds: [
      [8, '9'],
      [9, '9'],
      ['b', 'b'],
      ['a', 'b'],
      [false, 'true'],
    ],
    fails: [
      [10, '9'],
      [9, 'x'],
      [0, ''],
      ['c', 'b'],
      [[9], '9'],
    ],
  },
  IN: {
    holds: [
      [list, 'red'],
      [list, '3'],
      [list, 'true'],
      ['hello world', 'lo wo'],
      ['gold', 'gold'],
      [3, '3'],
      [true, 'true'],
    ],
    fails: [
      [list, 'green'],
      [list, 'red,Green'],
      [list, '4'],
      [[], 'red'],
      [[null, object], 'null'],
      ['hello', 'Hello'],
      [33, '3'],
      [true, 'tru'],
      [object, 'a'],
    ],
  },
  NOT_IN: {
    holds: [
      [list, 'blue'],
      [[], 'red'],
      ['hello', 'bye'],
      [33, '3'],
      [object, 'a'],
    ],
    fails: [
      [list, 'red'],
      [list, '3'],
      ['hello', 'ell'],
      [3, '3'],
    ],
  },
  IS_DEFINED: {
    holds: [
      ['x', ''],
      ['', ''],
      [0, ''],
      [false, 'false'],
      [[], ''],
      [object, ''],
    ],
    fails: [],
  },
  LIKE: {
    holds: [
      ['Hello World', 'LO WO'],
      ['ÉCLAIR', 'éc'],
      [1234, '23'],
      [true, 'TRU'],
      [list, 'GREE'],
      ['100%', '0%'],
    ],
    fails: [
      ['Hello', 'bye'],
      ['Hello', '%'],
      ['Hello', 'h.llo'],
      [1234, '24'],
      [list, 'blue'],
      [object, 'object'],
      [[['red']], 'red'],
    ],
  },
  NOT_LIKE: {
    holds: [
      ['Hello', 'bye'],
      [1234, '24'],
      [list, 'blue'],
      [object, 'object'],
    ],
    fails: [
      ['Hello', 'ELL'],
      [1234, '23'],
      [list, 'gree'],
    ],
  },
  BETWEEN: {
    holds: [
      [5, '5,10'],
      [10, '5,10'],
      [7.5, ' 5 , 10 '],
      [-3, '-5,-1'],
      ['10', '5,20'],
      ['10', '1,z'],
      ['m', 'a,z'],
      ['a', 'a,z'],
      ['z', 'a,z'],
      ['2026-03-01', '2026-03-01,2026-03-31'],
      ['2026-03-31T23:00:00-03:00', '2026-04-01T01:00:00Z,2026-04-01T02:00:00Z'],
      ['2026-03-31T10:00:00Z', '2026-03-31,2026-04-01'],
    ],
    fails: [
      [4, '5,10'],
      [11, '5,10'],
      [7, '10,5'],
      [7, '5'],
      [7, '5,'],
      [7, '5,10,20'],
      [7, ''],
      [7, 'a,z'],
      ['9', '10,80'],
      ['zz', 'a,z'],
      ['M', 'a,z'],
      ['2026-04-01', '2026-03-01,2026-03-31'],
      ['2026-03-31T23:00:00-03:00', '2026-03-31T22:00:00Z,2026-03-31T23:59:00Z'],
      [true, 'false,true'],
      [[7], '5,10'],
    ],
  },
  NOT_BETWEEN: {
    holds: [
      [4, '5,10'],
      [11, '5,10'],
      ['zz', 'a,z'],
      ['2026-04-01', '2026-03-01,2026-03-31'],
      [7, '5'],
      [[7], '5,10'],
    ],
    fails: [
      [5, '5,10'],
      [10, '5,10'],
      ['m', 'a,z'],
      ['2026-03-31', '2026-03-01,2026-03-31'],
    ],
  },
  ALL_IN: {
    holds: [
      [list, 'red'],
      [list, 'red, Green'],
      [list, '3,true,red'],
      ['red', 'red'],
      [3, '3, 3.0'],
      [true, 'true'],
    ],
    fails: [
      [list, 'red,blue'],
      [list, 'green'],
      [list, ''],
      [list, ' , '],
      [[], 'red'],
      ['red', 'red,blue'],
      ['redder', 'red'],
      [3, '3,4'],
      [object, 'a'],
    ],
  },
  ANY_IN: {
    holds: [
      [list, 'blue,red'],
      [list, ' 3 ,4'],
      ['red', 'blue,red'],
      [3, '2,3'],
      [true, 'x,true'],
    ],
    fails: [
      [list, 'blue,green'],
      [list, ''],
      [[], 'red,blue'],
      ['redder', 'red,blue'],
      [33, '3'],
      [object, 'a,b'],
    ],
  },
}

const told = (values: [unknown, string][]) => values.map(([stored, typed]) => [JSON.stringify(stored), typed, stored])

for (const operator of conditionOperators) {
  const { holds, fails } = cases[operator]
  test.each(told(holds))(`%s ${operator} %j`, (_text, typed, stored) => {
    expect(compareValues(operator, stored, typed as string)).toBe(true)
  })
  if (fails.length === 0) continue
  test.each(told(fails))(`%s ${operator} %j does not hold`, (_text, typed, stored) => {
    expect(compareValues(operator, stored, typed as string)).toBe(false)
  })
}

const holdsForNothing = ['NOT_EQUAL', 'NOT_IN', 'NOT_LIKE', 'NOT_BETWEEN']

test.each(conditionOperators)('%s with a missing value', (operator) => {
  for (const typed of ['', 'undefined', 'false', '0', '0,9', 'a']) {
    expect(compareValues(operator, undefined, typed)).toBe(holdsForNothing.includes(operator))
  }
})

const negations = [
  ['EQUAL', 'NOT_EQUAL'],
  ['IN', 'NOT_IN'],
  ['LIKE', 'NOT_LIKE'],
  ['BETWEEN', 'NOT_BETWEEN'],
] as const

test.each(negations)('%s and %s are never both true', (plain, negated) => {
  const everything = Object.values(cases).flatMap(({ holds, fails }) => [...holds, ...fails])
  for (const [stored, typed] of everything) {
    expect(compareValues(negated, stored, typed)).toBe(!compareValues(plain, stored, typed))
  }
})
