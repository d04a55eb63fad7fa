import type { contactExportFurther } from '@recado/contracts/contacts/address-book'
import type { CompanyCtx } from '#server/context.ts'
import { privateView, seesPersonalData, shownEmail, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { findFurther } from '../queries/further.ts'

/** What is known of a contact besides its row in the list, as the actor may see it. */
export type Further = Record<(typeof contactExportFurther)[number], string | null>

/** By the ids of contacts. */
export const readFurther = async (ctx: CompanyCtx, ids: readonly string[]): Promise<Map<string, Further>> => {
  const full = seesPersonalData(ctx)
  const rows = await findFurther(ctx, ids)
  return new Map(
    rows.map(({ id, phones, emails, jobTitle, birthday, language, timezone, notes, ...rest }) => {
      const { document, address } = privateView(ctx, rest)
      const [second, third] = phones.map((phone) => shownPhone(phone, full))
      const further: Further = {
        ...{ phone_2: second ?? null, phone_3: third ?? null },
        other_emails: emails.map((email) => shownEmail(email, full)).join('; ') || null,
        ...{ document, birthday, job_title: jobTitle, language, timezone, notes },
        ...{ street: address?.street ?? null, city: address?.city ?? null, address_state: address?.state ?? null },
        ...{ postal_code: address?.postalCode ?? null, country: address?.country ?? null },
      }
      return [id, further]
    }),
  )
}
