import type { duplicateReasons } from '@recado/contracts/contacts/contacts'
import { phoneVariants } from '@recado/contracts/whatsapp/phone'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { containing, folded } from '#server/db/like.ts'
import type { FullContact } from './contacts.ts'

type Reason = Extract<(typeof duplicateReasons)[number], 'phone' | 'email' | 'name'>
export type Duplicate = { id: string; reasons: Reason[] }

const MOST = 20

/** Contacts that share a phone, however written, the e-mail, or the whole name; those that share most come first. */
export const findDuplicates = async (ctx: CompanyCtx, contact: FullContact): Promise<Duplicate[]> => {
  const phones = [contact.phone, ...contact.identities.map(({ phone }) => phone)].flatMap((phone) =>
    phone === null ? [] : phoneVariants(phone),
  )
  const name = contact.name ?? contact.profileName
  const { email } = contact
  const likes = [...phones, ...(email ? [email] : []), ...(name && name.length >= 3 ? [name] : [])].map(containing)
  if (likes.length === 0) return []
  const result = await ctx.db.execute<{ id: string; phone: boolean; email: boolean; name: boolean }>(sql`
    with near as (
      select c.* from contacts c where c.company_id = ${ctx.company.id} and c.search like any(array(
        select lower(recado_unaccent(t)) from unnest(${sql.param(likes)}::text[]) as t))
      union
      select c.* from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
      where i.company_id = ${ctx.company.id} and i.phone = any(${sql.param(phones)}::text[])
    ), judged as (
      select n.id, n.phone = any(${sql.param(phones)}::text[]) or exists (select 1 from contact_identities i
          where i.company_id = n.company_id and i.contact_id = n.id and i.phone = any(${sql.param(phones)}::text[])) as phone,
        coalesce(lower(n.email) = lower(${email}::text), false) as email,
        coalesce(${folded(sql`coalesce(n.name, n.profile_name)`)} = ${folded(sql`${name}::text`)}, false) as name
      from near n where n.deleted_at is null and n.id <> ${contact.id}
    )
    select id, coalesce(phone, false) as phone, email, name from judged where phone or email or name
    order by coalesce(phone, false) desc, email desc, id limit ${MOST}`)
  const reasonsOf = (row: Record<Reason, boolean>) => (['phone', 'email', 'name'] as const).filter((key) => row[key])
  return result.rows.map((row) => ({ id: row.id, reasons: reasonsOf(row) }))
}
