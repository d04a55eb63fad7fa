import type { ContactAddress } from '@recado/contracts/contacts/contact-values'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'

type FurtherRow = {
  id: string
  phones: string[]
  emails: string[]
  /** Sealed. */
  document: string | null
  birthday: string | null
  jobTitle: string | null
  address: ContactAddress | null
  language: string | null
  timezone: string | null
  notes: string | null
}

/** What contacts have besides what their list shows; further phones and e-mails in their order. */
export const findFurther = async (ctx: CompanyCtx, ids: readonly string[]): Promise<FurtherRow[]> => {
  const { rows } = await ctx.db.execute<FurtherRow>(sql`
    select c.id, c.document, c.birthday::text, c.job_title as "jobTitle", c.address, c.language, c.timezone, c.notes,
      coalesce(p.phones, '{}') as phones, coalesce(p.emails, '{}') as emails
    from contacts c left join lateral (
      select array_agg(p.value order by p.created_at, p.id) filter (where p.kind = 'phone') as phones,
        array_agg(p.value order by p.created_at, p.id) filter (where p.kind = 'email') as emails
      from contact_points p where p.company_id = c.company_id and p.contact_id = c.id) p on true
    where c.company_id = ${ctx.company.id} and c.id = any(${sql.param([...ids])}::uuid[])`)
  return rows
}
