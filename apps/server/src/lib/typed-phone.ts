import { phoneDigits } from '@recado/contracts/whatsapp/phone'
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { AppError } from '#server/http/app-error.ts'

/** The country of a full international number, as ISO 3166; undefined where it cannot be told. */
export const countryOfPhone = (phone: string): CountryCode | undefined =>
  parsePhoneNumberFromString(`+${phoneDigits(phone)}`)?.country

/**
 * Full international digits of a number as somebody typed it. Without a plus sign it is one of `country` (ISO 3166), or
 * else international after all. Throws `validation_failed` at `phone`.
 */
export const digitsOfTyped = (typed: string, country: string | undefined): string => {
  const international = typed.trim().startsWith('+')
  const home = country !== undefined && isSupportedCountry(country) ? country : undefined
  const parsed = parsePhoneNumberFromString(typed, international ? undefined : home)
  const again = parsed?.isPossible() ? parsed : parsePhoneNumberFromString(`+${phoneDigits(typed)}`)
  if (again?.isPossible()) return phoneDigits(again.number)
  throw new AppError('validation_failed', { errors: [{ path: 'phone', code: 'phone', message: 'Not a phone number' }] })
}
