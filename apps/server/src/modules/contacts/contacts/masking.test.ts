import { describe, expect, it } from 'vitest'
import { maskDocument, maskEmail, maskPhone } from './masking.ts'

const countHidden = (shown: string) => shown.split('•').length - 1

describe('a masked phone', () => {
  it.each([
    ['5511987654321', '+5511•••••••21'],
    ['551133224455', '+5511••••••55'],
    ['14155550123', '+141••••••23'],
    ['4930123456', '+49••••••56'],
    ['351912345678', '+3519••••••78'],
    ['12345678', '+••••••78'],
    ['190', '+•••'],
  ])('of %s is %s', (phone, shown) => {
    expect(maskPhone(phone)).toBe(shown)
  })

  it('hides at least six digits, and all of a number that has fewer than eight', () => {
    for (let length = 8; length <= 15; length++)
      expect(countHidden(maskPhone('5'.repeat(length)))).toBeGreaterThanOrEqual(6)
    for (let length = 1; length < 8; length++) expect(countHidden(maskPhone('5'.repeat(length)))).toBe(length)
  })
})

describe('a masked document', () => {
  it('keeps its check digits to itself, which tell a hundredth of the rest', () => {
    expect(maskDocument('529.982.247-25')).toBe('52•.•••.•••-••')
    expect(maskDocument('12.345.678/0001-95')).toBe('12.•••.•••/••••-••')
  })
})

describe('a masked e-mail address', () => {
  it('keeps the first letters and the end of the domain', () => {
    expect(maskEmail('joana@exemplo.com.br')).toBe('j•••@e•••.br')
    expect(maskEmail('nonsense')).toBe('n•••@•••')
  })
})
