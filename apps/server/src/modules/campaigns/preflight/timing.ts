import type { CampaignSchedule, CampaignStart } from '@recado/contracts/campaigns/schedule'
import { stateByAreaCode } from '@recado/contracts/contacts/area-codes'
import { splitPhone } from '@recado/contracts/shared/calling-codes'
import { fromWallClock, isTimezone, knownTimezone, toWallClock } from '#server/lib/zone.ts'

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60

/** States of Brazil whose clocks differ from those of Brasília. */
const brazilianZones: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
  MT: 'America/Cuiaba',
  MS: 'America/Campo_Grande',
}
/** Countries that have one clock, or where nearly everyone lives by one. */
const zones: Readonly<Record<string, string>> = {
  ...{ PT: 'Europe/Lisbon', ES: 'Europe/Madrid', FR: 'Europe/Paris', DE: 'Europe/Berlin', IT: 'Europe/Rome' },
  ...{ GB: 'Europe/London', IE: 'Europe/Dublin', NL: 'Europe/Amsterdam', BE: 'Europe/Brussels', CH: 'Europe/Zurich' },
  ...{ AR: 'America/Argentina/Buenos_Aires', UY: 'America/Montevideo', PY: 'America/Asuncion', BO: 'America/La_Paz' },
  ...{
    CL: 'America/Santiago',
    PE: 'America/Lima',
    CO: 'America/Bogota',
    EC: 'America/Guayaquil',
    VE: 'America/Caracas',
  },
  ...{ AO: 'Africa/Luanda', MZ: 'Africa/Maputo', CV: 'Atlantic/Cape_Verde', ZA: 'Africa/Johannesburg' },
  ...{ IN: 'Asia/Kolkata', JP: 'Asia/Tokyo', IL: 'Asia/Jerusalem', AE: 'Asia/Dubai', CR: 'America/Costa_Rica' },
}

type Person = { timezone: string | null; phone: string | null; country: string | null }

/** The zone in which a person lives: their own, else by country and area code; null where neither tells. */
export const zoneOf = ({ timezone, phone, country }: Person): string | null => {
  if (timezone !== null && isTimezone(timezone)) return timezone
  const split = phone === null ? null : splitPhone(phone, country)
  const place = split?.country ?? country
  if (place !== 'BR') return (place && zones[place]) ?? null
  const state = split && stateByAreaCode.get(split.national.slice(0, 2))
  return (state && brazilianZones[state]) ?? 'America/Sao_Paulo'
}

/** Before which instant a recipient gets nothing. */
export const notBeforeOf = (start: CampaignStart, person: Person, startsAt: Date): Date => {
  if (start.kind !== 'local') return startsAt
  const local = fromWallClock(new Date(`${start.at}Z`), zoneOf(person) ?? knownTimezone(start.timezone))
  return local > startsAt ? local : startsAt
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5))

type QuietHours = CampaignSchedule['quietHours']

/** The end of the quiet time that an instant is in; null when it is not quiet. */
export const quietUntil = ({ enabled, from, to, sundays }: QuietHours, zone: string, now: Date): Date | null => {
  if (!enabled) return null
  const [start, end] = [minutesOf(from), minutesOf(to)]
  const isNight = (minute: number) => (start <= end ? minute >= start && minute < end : minute >= start || minute < end)
  let wall = toWallClock(now, zone)
  let moved = false
  // A night may end on a Sunday, and a Sunday in a night.
  for (let n = 0; n < 4; n++) {
    const minute = wall.getUTCHours() * 60 + wall.getUTCMinutes()
    const day = wall.getTime() - (wall.getTime() % (DAY_MINUTES * MINUTE))
    if (sundays && wall.getUTCDay() === 0) wall = new Date(day + DAY_MINUTES * MINUTE)
    else if (isNight(minute)) wall = new Date(day + (minute < end ? end : DAY_MINUTES + end) * MINUTE)
    else break
    moved = true
  }
  return moved ? fromWallClock(wall, zone) : null
}

/** How many messages a campaign that begins slowly may have sent after so long. */
export const rampAllows = (firstHour: number, elapsedMs: number): number => {
  const hours = Math.max(0, elapsedMs) / 3_600_000
  const whole = Math.min(30, Math.floor(hours))
  return Math.floor(firstHour * (2 ** whole - 1) + firstHour * 2 ** whole * Math.min(1, hours - whole) + 1)
}
