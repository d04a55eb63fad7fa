import {
  type PersonPreferences,
  type PreferenceChange,
  personPreferences,
} from '@recado/contracts/identity/preferences'
import type { UserRow } from './queries.ts'

type Stored = UserRow['preferences']
const KEY = 'own'

/** A user's preferences, from what is stored for them. */
export const preferencesOf = (stored: Stored): PersonPreferences => {
  const parsed = personPreferences.safeParse(stored[KEY])
  return parsed.success ? parsed.data : personPreferences.parse({})
}

/** What is to be stored after a change of some preferences. */
export const withPreferences = (stored: Stored, change: PreferenceChange): Stored => {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  return { ...stored, [KEY]: { ...preferencesOf(stored), ...Object.fromEntries(given) } }
}
