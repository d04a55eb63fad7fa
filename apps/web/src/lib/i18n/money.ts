import { useTranslation } from 'react-i18next'
import { day } from './dates.ts'

/** Prices of single messages are parts of a unit, of which two digits would say too little. */
const digitsOf = (amount: number): number => (amount !== 0 && Math.abs(amount) < 1 ? 4 : 2)

/** An amount as the language writes it; a number alone where the currency is not known. */
export const moneyText = (amount: number, currency: string | null, language: string): string =>
  new Intl.NumberFormat(language, {
    ...(currency ? { style: 'currency', currency } : {}),
    minimumFractionDigits: 2,
    maximumFractionDigits: digitsOf(amount),
  }).format(amount)

/** Writes money for the reader, and which rate card it was reckoned by. */
export const useMoney = () => {
  const { t, i18n } = useTranslation()
  return {
    money: (amount: number, currency: string | null): string => moneyText(amount, currency, i18n.language),
    rates: (from: string): string => t('common:rates', { date: day(`${from}T12:00:00Z`, i18n.language, 'UTC') }),
  }
}
