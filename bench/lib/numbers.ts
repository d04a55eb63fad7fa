/** The value below which a share of the sorted values lies. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Milliseconds since 1970 with fractions, comparable between processes of one machine. */
export const instantMs = (): number => performance.timeOrigin + performance.now()

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
