import { isTaxId, normaliseTaxId } from '@recado/contracts/shared/tax-id'
import { expect, test } from 'vitest'
import { invitationState, keepsAnAdmin, mayChangeMember } from './policy.ts'

test.each(['529.982.247-25', '11.222.333/0001-81', '12.ABC.345/01DE-35', '12abc34501de35'])(
  '%s is a Brazilian tax id',
  (text) => {
    expect(isTaxId('BR', normaliseTaxId(text))).toBe(true)
  },
)

test.each([
  '529.982.247-24',
  '111.111.111-11',
  '11.222.333/0001-80',
  '12.ABC.345/01DE-36',
  '00.000.000/0000-00',
  '123',
  '',
])('%s is none', (text) => {
  expect(isTaxId('BR', normaliseTaxId(text))).toBe(false)
})

test('tax ids of other countries are taken as they are', () => {
  expect(isTaxId('PT', '501442600')).toBe(true)
})

test('an owner is changed by themselves only', () => {
  const owner = { userId: 'a', role: 'admin' as const, owner: true }
  expect(mayChangeMember('a', owner)).toBe(true)
  expect(mayChangeMember('b', owner)).toBe(false)
  expect(mayChangeMember('b', { ...owner, owner: false })).toBe(true)
})

test('a company keeps an admin when another one stays', () => {
  expect(keepsAnAdmin(['a', 'b'], 'a')).toBe(true)
  expect(keepsAnAdmin(['a'], 'a')).toBe(false)
  expect(keepsAnAdmin([], 'a')).toBe(false)
})

test('an invitation is open until it is answered, withdrawn or too old', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const open = { acceptedAt: null, declinedAt: null, revokedAt: null, expiresAt: new Date('2026-11-22T12:00:00Z') }
  expect(invitationState(open, now)).toBe('open')
  expect(invitationState({ ...open, expiresAt: now }, now)).toBe('expired')
  expect(invitationState({ ...open, acceptedAt: now }, now)).toBe('accepted')
  expect(invitationState({ ...open, declinedAt: now }, now)).toBe('declined')
  expect(invitationState({ ...open, revokedAt: now, expiresAt: now }, now)).toBe('revoked')
})
