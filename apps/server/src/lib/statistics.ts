/** z of 95 %. */
const Z = 1.96
/** Below this many expected successes or failures in a group, a test of two shares says nothing. */
const LEAST_EXPECTED = 5

export type Rate = { value: number; low: number; high: number }

/** A share with the ends of its 95 % Wilson interval; zeros while there is nothing to divide by. */
export const rateOf = (some: number, all: number): Rate => {
  if (all <= 0) return { value: 0, low: 0, high: 0 }
  // What is counted may run ahead of what it is counted against for a moment.
  const value = Math.min(1, Math.max(0, some / all))
  const spread = Z * Math.sqrt((value * (1 - value)) / all + (Z * Z) / (4 * all * all))
  const middle = value + (Z * Z) / (2 * all)
  const scale = 1 + (Z * Z) / all
  return { value, low: Math.max(0, (middle - spread) / scale), high: Math.min(1, (middle + spread) / scale) }
}

/** Abramowitz and Stegun 7.1.26: the error function to seven digits. */
const erf = (x: number): number => {
  const t = 1 / (1 + 0.3275911 * x)
  const tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t
  return 1 - tail * Math.exp(-x * x)
}

/** What two shares differ by, with the ends of Newcombe's 95 % interval. */
export const differenceOf = (one: Rate, other: Rate): Rate => {
  const value = one.value - other.value
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
  }
}

export type Share = { some: number; all: number }

/** A difference that comes about by chance less often than this is called one. */
export const SIGNIFICANT = 0.05

export const proportionOf = ({ some, all }: Share): number => (all === 0 ? 0 : some / all)

/** Probability that two shares differ by chance (two-sided); null while there are too few to tell. */
export const chanceOf = (one: Share, other: Share): number | null => {
  const all = one.all + other.all
  if (all === 0) return null
  const pooled = Math.min(1, (one.some + other.some) / all)
  const least = Math.min(one.all, other.all) * Math.min(pooled, 1 - pooled)
  if (least < LEAST_EXPECTED) return null
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / one.all + 1 / other.all))
  const z = Math.abs(one.some / one.all - other.some / other.all) / error
  return 1 - erf(z / Math.SQRT2)
}
