import { phoneDigits, phoneVariants } from '@recado/contracts/whatsapp/phone'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import { seesPersonalData } from '../card.ts'

/** A text that can only be a phone stands for all its forms. */
const termsOf = (text: string): string[] => {
  const digits = phoneDigits(text)
  return digits.length >= 4 && /^[\d\s()+.-]+$/.test(text) ? phoneVariants(digits) : [text]
}

/** What is found of a contact by a part of it: what those see of it who may not see phones and addresses. */
const isShown = (term: string): SQL => sql`(
  ${folded(sql`concat_ws(' ', ct.name, ct.profile_name)`)} like ${folded(containing(term))}
  or ct.phone = ${term} or right(ct.phone, 4) = ${term} or lower(ct.email) = lower(${term}))`

/**
 * Whether a contact, under the alias `ct`, has the text in its names, phone or e-mail address; accents and case do not
 * matter. Whoever may not see phones and addresses has to know them whole, or the end of the phone that is shown:
 * searching must not tell digit by digit what is hidden.
 */
export const contactMatches = (ctx: Pick<CompanyCtx, 'actor' | 'company'>, text: string): SQL => {
  const full = seesPersonalData(ctx)
  const each = termsOf(text).map(
    (term) => sql`(ct.search like ${folded(containing(term))} ${full ? sql`` : sql`and ${isShown(term)}`})`,
  )
  return sql`(${sql.join(each, sql` or `)})`
}
