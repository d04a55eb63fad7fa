import { instantOf, partsOf } from '#web/lib/i18n/wall-time.ts'

const hour = 3_600_000
/** A window is left this early, so that there is time to answer. */
const beforeWindow = hour

export type SnoozePreset = 'hour' | 'hours3' | 'tomorrow' | 'week' | 'window' | 'reply'

/** When each preset ends, for someone in a time zone; null means until the customer writes. Those that make no sense now are left out. */
export const snoozePresets = (
  now: number,
  timeZone: string,
  windowExpiresAt: string | null,
): { preset: SnoozePreset; until: string | null }[] => {
  const { year, month, day, weekday } = partsOf(now, timeZone)
  const at = (days: number) => new Date(instantOf({ year, month, day: day + days, hour: 9, minute: 0 }, timeZone))
  const window = windowExpiresAt ? Date.parse(windowExpiresAt) - beforeWindow : 0
  const untilMonday = (8 - weekday) % 7 || 7
  return [
    { preset: 'hour', until: new Date(now + hour).toISOString() },
    { preset: 'hours3', until: new Date(now + 3 * hour).toISOString() },
    { preset: 'tomorrow', until: at(1).toISOString() },
    // On a Sunday, tomorrow is the week to come.
    ...(untilMonday > 1 ? [{ preset: 'week' as const, until: at(untilMonday).toISOString() }] : []),
    ...(window > now + 60_000 ? [{ preset: 'window' as const, until: new Date(window).toISOString() }] : []),
    { preset: 'reply', until: null },
  ]
}
