import type { FlagChoice } from '@recado/contracts/shared/feature-flags'

export type Rollout = { enabled: boolean; percent: number; companies: ReadonlyMap<string, boolean> }

/** The default of a flag that was never changed: off for all companies. */
export const untouched: Rollout = { enabled: true, percent: 100, companies: new Map() }

/**
 * The place of a company in the roll-out of a flag, 0 to 99 and always the same: a greater share keeps those who have
 * it. FNV-1a of both (32 bits), then mixed once more, because ids that follow each other differ in few bits.
 */
export const placeOf = (key: string, companyId: string): number => {
  let hash = 0x811c9dc5
  for (const character of `${key}:${companyId}`) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b)
  return ((hash ^ (hash >>> 16)) >>> 0) % 100
}

/** What was said for a company alone. */
export const choiceOf = ({ companies }: Rollout, companyId: string): FlagChoice => {
  const said = companies.get(companyId)
  return said === undefined ? 'default' : said ? 'on' : 'off'
}

/** Whether a company has a feature; null stands for work outside of any company. */
export const isOn = (key: string, rollout: Rollout, companyId: string | null): boolean => {
  if (!rollout.enabled) return false
  if (companyId === null) return rollout.percent === 100
  return rollout.companies.get(companyId) ?? placeOf(key, companyId) < rollout.percent
}
