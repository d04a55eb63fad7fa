const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])

/** Former and alternative codes stand for another one. */
const isOwnCode = (code: string): boolean => new Intl.Locale(`und-${code}`).region === code
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

type Option = { value: string; label: string }

/** Countries by their ISO 3166 code with names in the language, sorted by name. */
export const countryOptions = (language: string): Option[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .flatMap((value) => {
      const label = notCountries.has(value) ? undefined : names.of(value)
      return label && isOwnCode(value) ? [{ value, label }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** The name of a country, or its code where it has none. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** Currencies by their ISO 4217 code with names in the language. */
export const currencyOptions = (language: string): Option[] => {
  const names = new Intl.DisplayNames([language], { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}

const offsets = new Map<string, string>()

/** Today's distance of a time zone from UTC, e.g. `UTC-03:00`. Costly the first time, so ask only for what is shown. */
export const offsetOf = (timeZone: string): string => {
  const known = offsets.get(timeZone)
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(new Date())
  const offset = (parts.find(({ type }) => type === 'timeZoneName')?.value ?? '').replace('GMT', 'UTC')
  offsets.set(timeZone, offset)
  return offset
}

/** All IANA time zones. */
export const timezoneOptions = (): Option[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))

/** The time zone of this browser. */
export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
