import { phoneDigits } from '@recado/contracts/whatsapp/phone'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { AppError } from '#server/http/app-error.ts'

/** The country of a full international number, as ISO 3166; undefined where it cannot be told. */
export const countryOfPhone = (phone: string): CountryCode | undefined =>
  parsePhoneNumberFromString(`+${phoneDigits(phone)}`)?.country

/**
 * The full international digits of a typed phone number, or null if it cannot be a valid one. Without a plus sign it
 * is read as a number of `country` (ISO 3166) first, and as an international number if that fails.
 */
export const parseTyped = (typed: string, country: string | undefined): string | null => {
  const international = typed.trim().startsWith('+')
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(typed, international ? undefined : home)
  const again = parsed?.isPossible() ? parsed : parsePhoneNumberFromString(`+${phoneDigits(typed)}`)
  return again?.isPossible() ? phoneDigits(again.number) : null
}

/** Like `parseTyped`, but throws `validation_failed` at `phone` if the text cannot be a valid number. */
export const digitsOfTyped = (typed: string, country: string | undefined): string => {
  const digits = parseTyped(typed, country)
  if (digits !== null) return digits
  throw new AppError('validation_failed', { errors: [{ path: 'phone', code: 'phone', message: 'Not a phone number' }] })
}
