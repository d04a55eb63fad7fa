import { type AccessBlock, accessBlocks } from '@recado/contracts'

export type Override = { block: string; effect: 'grant' | 'revoke'; expiresAt: Date | null }

/** Whether an override decides at this instant. */
export const isInForce = (override: Pick<Override, 'expiresAt'>, now: Date): boolean =>
  override.expiresAt === null || override.expiresAt.getTime() > now.getTime()

/** What a company may use: its plan, with what overrides add, without what they take. In the order of `accessBlocks`. */
export const effectiveBlocks = (plan: readonly string[], overrides: readonly Override[], now: Date): AccessBlock[] => {
  const holding = overrides.filter((override) => isInForce(override, now))
  const is = (block: string, effect: Override['effect']) =>
    holding.some((override) => override.block === block && override.effect === effect)
  return accessBlocks.filter((block) => (plan.includes(block) || is(block, 'grant')) && !is(block, 'revoke'))
}

export const without = (blocks: readonly string[], others: readonly string[]): string[] =>
  blocks.filter((block) => !others.includes(block))
