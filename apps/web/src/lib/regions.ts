const notCountries = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'EU', 'EZ', 'IC', 'QO', 'TA', 'UN', 'XA', 'XB', 'ZZ'])
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

type Option = { value: string; label: string }

/** Countries by their ISO 3166 code with names in the language, sorted by name. */
export const countryOptions = (language: string): Option[] => {
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return codes
    .flatMap((value) => {
      const label = notCountries.has(value) ? undefined : names.of(value)
      return label ? [{ value, label }] : []
    })
    .sort((a, b) => a.label.localeCompare(b.label, language))
}

/** Currencies by their ISO 4217 code with names in the language. */
export const currencyOptions = (language: string): Option[] => {
  const names = new Intl.DisplayNames([language], { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }))
}

const offsetOf = (timeZone: string): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** All IANA time zones with their offset of today. */
export const timezoneOptions = (): Option[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({
    value,
    label: `${value.replaceAll('_', ' ')} (${offsetOf(value).replace('GMT', 'UTC')})`,
  }))

/** The time zone of this browser. */
export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
