import { useTranslation } from 'react-i18next'

/** How many days each bar covers, to limit the number of bars: one day, one week, or four weeks. */
export const daysOfBar = (days: number): 1 | 7 | 28 => {
  if (days <= 31) return 1
  return days <= 182 ? 7 : 28
}

/** Groups daily points into the points of the bars. */
export const inBars = <T>(points: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(points.length / size) }, (_, index) => points.slice(index * size, (index + 1) * size))

/** Names of ranges of calendar days, in full and as axis labels. */
export const useSpanNames = () => {
  const { i18n } = useTranslation()
  const write = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const dayOf = (text: string) => write.format(new Date(`${text}T00:00:00Z`))
  return (from: string, to: string) => ({
    label: from === to ? dayOf(from) : `${dayOf(from)} – ${dayOf(to)}`,
    short: dayOf(from),
  })
}
