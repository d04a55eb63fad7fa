import { phoneDigits, phoneVariants } from '@recado/contracts/whatsapp/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing, folded, startingWith } from '#server/db/like.ts'
import { seesPersonalData } from '../card.ts'
import { spendLookups } from '../lookups.ts'

/** Countries whose numbers have several forms, with the lengths of their national numbers. */
const severalForms = { codes: ['55', '52', '54'], lengths: [10, 11] }

/** The longest prefix that people leave out of a full number: country codes have at most three digits. */
const LONGEST_CODE = 3
const SHORTEST_WHOLE = 8

const isPhone = /^[\d\s()+./\u2010-\u2015-]+$/

/**
 * A text that can only be a phone number is searched in all its forms: international or national, with or without a
 * leading zero, with or without Brazil's ninth digit. The first form is the text as typed.
 */
const termsOf = (text: string): string[] => {
  if (!isPhone.test(text)) return [text]
  const digits = phoneDigits(text.replace('(0)', '')).replace(/^0+/, '')
  if (digits.length < 4) return [text]
  const isHome = !text.trim().startsWith('+') && severalForms.lengths.includes(digits.length)
  const forms = ['', ...(isHome ? severalForms.codes : [])].flatMap((code) => phoneVariants(code + digits))
  return [digits, ...new Set(forms.filter((form) => !form.includes(digits)))]
}

/** Letters too few for an index to find them within words. */
const isShort = /^[\p{Script=Latin}\p{Nd}]{1,2}$/u

/** Whether the search text of a contact `ct` has this in it; of few letters the beginning of a word. */
const searchHas = (term: string): SQL => {
  if (!isShort.test(term) || isPhone.test(term)) return sql`ct.search like ${folded(containing(term))}`
  return sql`(ct.search like ${folded(startingWith(term))} or ct.search like ${folded(`% ${startingWith(term)}`)})`
}

const isWholePhone = (term: string) => isPhone.test(term) && term.length >= SHORTEST_WHOLE
const isWholeEmail = (term: string) => /^[^@]+@[^@]+$/.test(term)

/** The whole number, the number without its country code, or the whole address. */
const isWhole = (term: string): SQL[] => [
  ...(isWholePhone(term)
    ? [sql`(right(ct.phone, ${term.length}) = ${term} and length(ct.phone) <= ${term.length + LONGEST_CODE})`]
    : []),
  ...(isWholeEmail(term) ? [sql`lower(ct.email) = lower(${term})`] : []),
]

/** What is found of a contact by those who may not see phones and addresses: names, and fields that they see. */
const isShown = (term: string, keys: readonly string[]): SQL => {
  const shown = [sql`concat_ws(' ', ct.name, ct.profile_name)`, ...keys.map((key) => sql`ct.attributes->>${key}::text`)]
  const named = shown.map((value) => sql`${folded(value)} like ${folded(containing(term))}`)
  return sql`(${sql.join([...named, ...isWhole(term)], sql` or `)})`
}

/**
 * Whether a contact, under the alias `ct`, has the text in its names, phone, e-mail address or searchable fields; accents
 * and case do not matter. Whoever may not see phones and addresses has to know them whole, and looks up so many a day:
 * searching must not tell digit by digit what is hidden. `keys` are the searchable fields that the reader sees. Throws
 * `quota_exceeded`.
 */
export const contactMatches = async (ctx: CompanyCtx, text: string, keys: readonly string[] = []): Promise<SQL> => {
  const full = seesPersonalData(ctx)
  const terms = termsOf(text)
  await spendLookups(
    ctx,
    terms.slice(0, 1).filter((term) => isWholePhone(term) || isWholeEmail(term)),
  )
  // A field may have what looks like a phone, as it was typed.
  const all = new Set([...terms, ...(keys.length > 0 ? [text] : [])])
  const each = [...all].map((term) => sql`(${searchHas(term)} ${full ? sql`` : sql`and ${isShown(term, keys)}`})`)
  return sql`(${sql.join(each, sql` or `)})`
}
