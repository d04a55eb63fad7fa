import { type TimeUnit, timeUnits } from '@recado/contracts/notifications/domain'

/** The length that a trigger gives instead of the step's own; anything malformed counts as not given. */
export const delayOverride = (overrides: Record<string, unknown>): { amount: number; unit: TimeUnit } | null => {
  const given = overrides['delay']
  if (typeof given !== 'object' || given === null) return null
  const { amount, unit } = given as { amount?: unknown; unit?: unknown }
  const known = timeUnits.find((name) => name === unit)
  return typeof amount === 'number' && Number.isFinite(amount) && amount > 0 && known ? { amount, unit: known } : null
}
