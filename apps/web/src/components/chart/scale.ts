const PARTS = 4

/** The ticks of an axis from zero to at least `most`: whole, round numbers. */
export const ticksUpTo = (most: number): number[] => {
  const rough = Math.max(1, most / PARTS)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}
