import { expect, it } from 'vitest'
import { initialsOf } from './actor.tsx'

const person = (firstName?: string, lastName?: string) => ({
  _id: '1',
  subscriberId: '1',
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
})

it.each([
  ['Ana', 'Silva', 'AS'],
  ['ana', undefined, 'A'],
  [undefined, 'silva', 'S'],
  [' élodie ', '', 'É'],
  ['𝒜da', 'L', '𝒜L'],
  [undefined, undefined, ''],
])('of %s %s are %s', (first, last, initials) => {
  expect(initialsOf(person(first, last))).toBe(initials)
})

it('are empty when nobody is known', () => {
  expect(initialsOf(undefined)).toBe('')
})
