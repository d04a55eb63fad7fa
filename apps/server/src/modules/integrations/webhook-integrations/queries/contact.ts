import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

/** The contact that has a phone, or else an e-mail address, with its name; null for whoever is not known. */
export const contactNamed = async (
  ctx: CompanyCtx,
  phone: string | null,
  email: string | null,
): Promise<{ id: string; name: string | null } | null> => {
  const digits = phone === null ? null : canonicalPhone(phone)
  const { rows } = await ctx.db.execute<{ id: string; name: string | null }>(sql`
    select c.id, coalesce(c.name, c.profile_name) as name from contacts c
    where c.company_id = ${ctx.company.id} and c.deleted_at is null and (c.phone = ${digits}::text or c.id in (
        select p.contact_id from contact_points p where p.company_id = ${ctx.company.id}
          and ((p.kind = 'phone' and p.value = ${digits}::text) or (p.kind = 'email' and p.value = ${email}::text)))
      or lower(c.email) = ${email}::text)
    order by (c.phone = ${digits}::text) desc nulls last, c.created_at, c.id limit 1`)
  return rows[0] ?? null
}
