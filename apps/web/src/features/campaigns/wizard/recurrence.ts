const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof days)[number]
export const weekdayNames: readonly Weekday[] = days

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY'] as const
export type Frequency = (typeof frequencies)[number]
export const frequencyNames: readonly Frequency[] = frequencies

/** A rule in the few words that the editor has. */
export type Recurrence = { frequency: Frequency; interval: number; weekdays: Weekday[]; count: number | null }

/** Reads an RFC 5545 rule; parts that the editor has no words for are left out. */
export const readRule = (rule: string): Recurrence => {
  const parts = new Map(
    rule
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part) => part.split('=') as [string, string | undefined]),
  )
  const named = (parts.get('BYDAY') ?? '').split(',')
  const number = (name: string) => Number.parseInt(parts.get(name) ?? '', 10) || null
  return {
    frequency: frequencies.find((one) => one === parts.get('FREQ')) ?? 'WEEKLY',
    interval: number('INTERVAL') ?? 1,
    weekdays: days.filter((day) => named.includes(day)),
    count: number('COUNT'),
  }
}

/** Writes it as an RFC 5545 rule. */
export const writeRule = ({ frequency, interval, weekdays, count }: Recurrence): string =>
  [
    `FREQ=${frequency}`,
    ...(interval > 1 ? [`INTERVAL=${interval}`] : []),
    ...(frequency === 'WEEKLY' && weekdays.length > 0 ? [`BYDAY=${weekdays.join(',')}`] : []),
    ...(count ? [`COUNT=${count}`] : []),
  ].join(';')
