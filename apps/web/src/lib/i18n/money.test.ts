import { expect, it } from 'vitest'
import { moneyText } from './money.ts'

it('says prices of single messages with the decimals that they have, and sums to the cent', () => {
  expect(moneyText(0.0625, 'BRL', 'en')).toBe('R$0.0625')
  expect(moneyText(0.0625, 'BRL', 'en', 2)).toBe('R$0.06')
  expect(moneyText(1234.5, 'BRL', 'en', 2)).toBe('R$1,234.50')
})
