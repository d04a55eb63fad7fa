import { fromWallClock, knownTimezone } from '#server/lib/zone.ts'

const isoText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/i

const offsetOf = (zone: string) => {
  if (/^z$/i.test(zone)) return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}

/** Reads an ISO 8601 text or the milliseconds since 1970; a text that names no zone is meant in the given one. */
export const parseMoment = (value: unknown, timezone: string): Date | null => {
  if (typeof value === 'number') {
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? null : date
  }
  const found = typeof value === 'string' ? isoText.exec(value.trim()) : null
  if (!found) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0))
  const milliseconds = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3))
  const wall = new Date(0)
  wall.setUTCFullYear(year, month - 1, day)
  if (wall.getUTCMonth() !== month - 1 || wall.getUTCDate() !== day) return null
  wall.setUTCHours(hour, minute, second, milliseconds)
  const zone = found[8]
  return zone === undefined ? fromWallClock(wall, knownTimezone(timezone)) : new Date(wall.getTime() - offsetOf(zone))
}
