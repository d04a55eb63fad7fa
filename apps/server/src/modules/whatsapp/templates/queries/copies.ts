import { sql } from 'drizzle-orm'
import type { Ctx } from '#server/context.ts'

type Target = { companyId: string; accountId: string }

const shared = sql.raw(
  `name, language, category, status, quality, parameter_format, components, ttl_seconds, approved_at, archived_at`,
)
const refreshed = sql.raw(
  ['category', 'status', 'quality', 'parameter_format', 'components', 'ttl_seconds', 'approved_at', 'archived_at']
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)

/**
 * Makes the published templates of a company those of an account of another, and takes away those that are gone. Where two
 * accounts have the same name, an approved one counts.
 */
export const copyPublished = async (ctx: Ctx, companyId: string, target: Target): Promise<void> => {
  await ctx.db.execute(sql`
    insert into templates (id, company_id, wa_account_id, source, ${shared})
    select gen_random_uuid(), ${target.companyId}::uuid, ${target.accountId}::uuid, 'meta', ${shared} from (
      select distinct on (name, language) * from templates
      where company_id = ${companyId}::uuid and deleted_at is null and components <> '[]'::jsonb
      order by name, language, status = 'APPROVED' desc, updated_at desc) t
    on conflict (wa_account_id, name, language) where deleted_at is null
      do update set ${refreshed}, updated_at = now()`)
  await ctx.db.execute(sql`
    update templates t set deleted_at = now()
    where t.wa_account_id = ${target.accountId}::uuid and t.deleted_at is null and t.source = 'meta' and not exists (
      select 1 from templates o where o.company_id = ${companyId}::uuid and o.deleted_at is null
        and o.name = t.name and o.language = t.language and o.components <> '[]'::jsonb)`)
}
