import { useTranslation } from 'react-i18next'

/** Counts, shares and differences in the reader's notation. */
export const useNumbers = () => {
  const { i18n } = useTranslation()
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const points = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return {
    number: (value: number) => number.format(value),
    share: (some: number, all: number) => (all > 0 ? percent.format(some / all) : '–'),
    percent: (value: number) => percent.format(value),
    /** A difference of shares, in percentage points. */
    points: (value: number) => points.format(value * 100),
  }
}
