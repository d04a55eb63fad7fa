/** For whom something is written: in which language, of the product (`pt`) or of a template (`pt_BR`), and where. */
export type Reader = { language: string; timezone: string }

const tags: Readonly<Record<string, string>> = { en: 'en-US', pt: 'pt-BR' }
const tagOf = ({ language }: Reader): string => {
  const tag = tags[language] ?? language.replaceAll('_', '-')
  return /^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(tag) ? tag : 'en-US'
}

const isDay = /^\d{4}-\d\d-\d\d$/

/** A day or an instant as a date. A day keeps its date wherever it is read; what is neither stays as it is. */
export const dayText = (value: string, reader: Reader): string => {
  const at = new Date(isDay.test(value) ? `${value}T12:00:00Z` : value)
  if (Number.isNaN(at.getTime())) return value
  const timeZone = isDay.test(value) ? 'UTC' : reader.timezone
  return new Intl.DateTimeFormat(tagOf(reader), { dateStyle: 'short', timeZone }).format(at)
}

const isCurrency = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{3}$/.test(value)

/** A field of what a system told as people write it, where that differs: amounts as money, moments as days. */
export const spelled = (
  fields: Readonly<Record<string, unknown>>,
  name: string,
  reader: Reader,
): string | undefined => {
  const { [name]: value, currency } = fields
  if (name === 'amount' && typeof value === 'number' && isCurrency(currency))
    return new Intl.NumberFormat(tagOf(reader), { style: 'currency', currency }).format(value)
  return name === 'due_at' && typeof value === 'string' ? dayText(value, reader) : undefined
}
