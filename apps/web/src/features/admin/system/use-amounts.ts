import { useTranslation } from 'react-i18next'

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Writes sizes in bytes and spans in seconds as the language does. */
export const useAmounts = () => {
  const { i18n } = useTranslation()
  const inUnit = (value: number, unit: string) =>
    new Intl.NumberFormat(i18n.language, {
      ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: value < 10 ? 1 : 0 },
    }).format(value)
  const bytes = (value: number): string => {
    const step = Math.min(byteUnits.length - 1, Math.floor(Math.log(Math.max(value, 1)) / Math.log(1000)))
    return inUnit(value / 1000 ** step, byteUnits[step] ?? 'byte')
  }
  const span = (seconds: number): string => {
    if (seconds < 120) return inUnit(seconds, 'second')
    if (seconds < 7200) return inUnit(Math.round(seconds / 60), 'minute')
    return seconds < 172_800 ? inUnit(seconds / 3600, 'hour') : inUnit(seconds / 86_400, 'day')
  }
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  return { bytes, span, number }
}
