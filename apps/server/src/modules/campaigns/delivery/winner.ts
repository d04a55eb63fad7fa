import type { WinnerReason, WinnerRule } from '@recado/contracts/campaigns/content'
import { chanceOf, proportionOf, type Share, SIGNIFICANT } from '#server/lib/statistics.ts'

export type Choice = { variant: number; reason: WinnerReason }

/**
 * Which variant wins, by the shares of those who did what the test goes by. Of several comparisons with the best one each
 * has to be as much clearer (Bonferroni).
 */
export const chooseWinner = (shares: readonly Share[], rule: Exclude<WinnerRule, 'ask'>): Choice => {
  const values = shares.map(proportionOf)
  const best = values.indexOf(Math.max(...values))
  const top = shares[best]
  const others = shares.filter((_, place) => place !== best)
  if (!top || others.length === 0) return { variant: 0, reason: 'too_little' }
  const chances = others.map((other) => chanceOf(top, other))
  if (chances.every((chance) => chance !== null && chance < SIGNIFICANT / others.length))
    return { variant: best, reason: 'clear' }
  const isTied = others.some((other) => proportionOf(other) === proportionOf(top))
  if (rule === 'best') return { variant: best, reason: isTied ? 'tie' : 'higher' }
  return { variant: 0, reason: chances.includes(null) ? 'too_little' : isTied ? 'tie' : 'unclear' }
}
