import { useTranslation } from 'react-i18next'
import { day } from './dates.ts'

/** Prices of single messages are fractions of a unit, for which two decimals would be too coarse. */
const digitsOf = (amount: number): number => (amount !== 0 && Math.abs(amount) < 1 ? 4 : 2)

/** An amount formatted for the language, by default as a price; a plain number if the currency is unknown. */
export const moneyText = (
  amount: number,
  currency: string | null,
  language: string,
  digits = digitsOf(amount),
): string =>
  new Intl.NumberFormat(language, {
    ...(currency ? { style: 'currency', currency } : {}),
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(amount)

/** Formats amounts for the reader, and names the rate card they are based on. */
export const useMoney = () => {
  const { t, i18n } = useTranslation()
  return {
    money: (amount: number, currency: string | null): string => moneyText(amount, currency, i18n.language),
    /** What many messages cost together, to the cent however little it is. */
    total: (amount: number, currency: string | null): string => moneyText(amount, currency, i18n.language, 2),
    rates: (from: string): string => t('common:rates', { date: day(`${from}T12:00:00Z`, i18n.language, 'UTC') }),
  }
}
