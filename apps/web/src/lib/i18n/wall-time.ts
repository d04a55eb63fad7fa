export type WallTime = { year: number; month: number; day: number; hour: number; minute: number }

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** What calendar and clock of a time zone show at an instant (milliseconds); weekday 0 is Sunday. */
export const partsOf = (instant: number, timeZone: string): WallTime & { weekday: number } => {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  const number = (name: string): number => Number(parts[name])
  return {
    year: number('year'),
    month: number('month'),
    day: number('day'),
    hour: number('hour'),
    minute: number('minute'),
    weekday: weekdays.indexOf(parts['weekday'] ?? ''),
  }
}

/** The instant (milliseconds) at which a time zone shows a wall time. A time that a clock change skips comes after it. */
export const instantOf = (wall: WallTime, timeZone: string): number => {
  const wanted = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute)
  const shownAt = (instant: number): number => {
    const { year, month, day, hour, minute } = partsOf(instant, timeZone)
    return Date.UTC(year, month - 1, day, hour, minute)
  }
  const first = wanted - (shownAt(wanted) - wanted)
  return first - (shownAt(first) - wanted)
}

const two = (value: number): string => String(value).padStart(2, '0')

/** An instant (milliseconds) in the words of a `MomentField`, `YYYY-MM-DDTHH:mm`, in a time zone. */
export const wallText = (instant: number, timeZone: string): string => {
  const { year, month, day, hour, minute } = partsOf(instant, timeZone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** The instant (milliseconds) at which a time zone shows such a text; null while it is not complete. */
export const instantIn = (text: string, timeZone: string): number | null => {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!match) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match.slice(1).map(Number)
  return instantOf({ year, month, day, hour, minute }, timeZone)
}
