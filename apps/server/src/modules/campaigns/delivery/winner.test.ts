import { expect, test } from 'vitest'
import { chooseWinner } from './winner.ts'

const of = (...somes: number[]) => somes.map((some) => ({ some, all: 1000 }))

test('the variant that is better than each of the others, and not by chance, wins', () => {
  expect(chooseWinner(of(150, 200), 'clear')).toEqual({ variant: 1, reason: 'clear' })
  expect(chooseWinner(of(90, 150, 210), 'best')).toEqual({ variant: 2, reason: 'clear' })
})

test('what may be chance leaves the first variant, or the best one where that was wanted', () => {
  expect(chooseWinner(of(150, 160), 'clear')).toEqual({ variant: 0, reason: 'unclear' })
  expect(chooseWinner(of(150, 160), 'best')).toEqual({ variant: 1, reason: 'higher' })
  // Between two, 0.03 is enough; of four, one of three comparisons comes out so by chance too often.
  expect(chooseWinner(of(150, 187), 'clear')).toEqual({ variant: 1, reason: 'clear' })
  expect(chooseWinner(of(150, 187, 150, 150), 'clear')).toEqual({ variant: 0, reason: 'unclear' })
})

test('of variants that do equally well the first one wins', () => {
  expect(chooseWinner(of(150, 150), 'clear')).toEqual({ variant: 0, reason: 'tie' })
  expect(chooseWinner(of(100, 150, 150), 'best')).toEqual({ variant: 1, reason: 'tie' })
})

test('a few answers choose nothing, however far apart they are', () => {
  const few = [
    { some: 0, all: 8 },
    { some: 4, all: 8 },
  ]
  expect(chooseWinner(few, 'clear')).toEqual({ variant: 0, reason: 'too_little' })
  expect(chooseWinner(few, 'best')).toEqual({ variant: 1, reason: 'higher' })
  expect(chooseWinner(of(0, 0), 'clear')).toEqual({ variant: 0, reason: 'too_little' })
})
