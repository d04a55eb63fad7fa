import type { BusinessHours } from '@recado/contracts/companies/business-hours'

const english = { Sun: 0, Mon: 1, Tue: 2, Wed: 3, Thu: 4, Fri: 5, Sat: 6 } as const

/** Whether business hours hold at an instant, by the wall clock of their zone. */
export const isOpenAt = (hours: Pick<BusinessHours, 'timezone' | 'weekly' | 'holidays'>, at: Date): boolean => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: hours.timezone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((found) => found.type === type)?.value ?? ''
  const day = `${part('month')}-${part('day')}`
  if (hours.holidays.some(({ date }) => date === day || date === `${part('year')}-${day}`)) return false
  const weekday = english[part('weekday') as keyof typeof english]
  const time = `${part('hour')}:${part('minute')}`
  return hours.weekly.some((interval) => interval.weekday === weekday && interval.from <= time && time < interval.to)
}
