import { describe, expect, it } from 'vitest'
import { canonicalPhone, phoneVariants } from './phone.ts'

describe('Brazilian numbers', () => {
  it('counts a mobile with and without its ninth digit as one', () => {
    expect(phoneVariants('5531987654321')).toEqual(['5531987654321', '553187654321'])
    expect(phoneVariants('553187654321')).toEqual(['553187654321', '5531987654321'])
    expect(canonicalPhone('553187654321')).toBe('5531987654321')
    expect(canonicalPhone('+55 (31) 98765-4321')).toBe('5531987654321')
  })

  it('leaves landlines alone', () => {
    expect(phoneVariants('551132654321')).toEqual(['551132654321'])
    expect(canonicalPhone('551132654321')).toBe('551132654321')
    expect(phoneVariants('5511932654321')).toEqual(['5511932654321'])
  })
})

describe('other countries', () => {
  it('counts 52 and 521, 54 and 549 as one', () => {
    expect(phoneVariants('525512345678')).toEqual(['525512345678', '5215512345678'])
    expect(phoneVariants('5215512345678')).toEqual(['5215512345678', '525512345678'])
    expect(canonicalPhone('541123456789')).toBe(canonicalPhone('5491123456789'))
  })

  it('changes no other number', () => {
    for (const phone of ['351912345678', '14155550123', '5', '', '52551234567', '55119876543210']) {
      expect(phoneVariants(phone)).toEqual([phone])
      expect(canonicalPhone(phone)).toBe(phone)
    }
  })

  it('gives all variants of a number the same canonical form', () => {
    for (const phone of [
      '5531987654321',
      '553187654321',
      '5215512345678',
      '525512345678',
      '5491123456789',
      '551132654321',
    ]) {
      const forms = phoneVariants(phone).map(canonicalPhone)
      expect(new Set(forms).size).toBe(1)
    }
  })
})
