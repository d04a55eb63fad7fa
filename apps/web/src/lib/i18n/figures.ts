/** Change against the period before, in whole percent; null when there is nothing to compare with. */
export const changeOf = (current: number | null, previous: number | null): number | null => {
  if (current === null || previous === null || previous === 0) return null
  return Math.round(((current - previous) / previous) * 100)
}

const unit = (value: number, name: string, language: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: 0 }).format(
    value,
  )

/** A span of seconds in at most two units, e.g. `4 min 12 sec`. */
export const durationText = (seconds: number, language: string): string => {
  const whole = Math.round(seconds)
  if (whole < 60) return unit(whole, 'second', language)
  const [big, small, rest] = whole < 3600 ? (['minute', 'second', 60] as const) : (['hour', 'minute', 3600] as const)
  const major = Math.floor(whole / rest)
  const minor = Math.floor((whole % rest) / (rest === 60 ? 1 : 60))
  return minor === 0 ? unit(major, big, language) : `${unit(major, big, language)} ${unit(minor, small, language)}`
}

/** A count as badges show it: 99+ above 99. */
export const shownCount = (count: number): string => (count > 99 ? '99+' : String(count))
