import { countTimeout } from '@recado/contracts/contacts/segments'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { isTimedOut } from '#server/db/timed-out.ts'
import { type CompiledAudience, drawOf, peopleOf } from '#server/modules/campaigns/audience/index.ts'
import { type ContentPlan, valueColumns } from '#server/modules/campaigns/content/index.ts'
import type { ContactFacts } from '#server/modules/contacts/contacts/index.ts'

/** Someone of an audience with the raw texts of the plan's sources; without an id where no contact has the number yet. */
export type Person = Omit<ContactFacts, 'id'> & {
  id: string | null
  language: string | null
  variantDraw: number
  values: (string | null)[]
}

const personColumns = (plan: ContentPlan): SQL => sql`
  case when ct.created_at is not null then ct.id end as id, ct.name, ct.profile_name as "profileName", ct.phone,
  null as username, ct.language, ${drawOf(plan.campaignId, 'variant')}::int as "variantDraw", ${valueColumns(plan)} as values`

/** Contacts of the company by their ids, in that order. */
export const findPeople = async (ctx: CompanyCtx, plan: ContentPlan, ids: readonly string[]): Promise<Person[]> => {
  const { rows } = await ctx.db.execute<Person>(sql`
    select ${personColumns(plan)} from contacts ct
    where ct.company_id = ${ctx.company.id} and ct.id = any(${sql.param([...ids])}::uuid[]) and ct.erased_at is null
    order by array_position(${sql.param([...ids])}::uuid[], ct.id)`)
  return rows
}

type Some = { limit: number; seed: number }

/** Some who would get a message, or would if no value was missing: at random where that can be drawn in time. */
export const drawPeople = async (
  ctx: CompanyCtx,
  plan: ContentPlan,
  audience: CompiledAudience,
  { limit, seed }: Some,
): Promise<Person[]> => {
  const draw = async (order: SQL) => {
    const { rows } = await inSqlTransaction(
      ctx.deps.database.pool,
      (client) =>
        dbOf(client).execute<Person>(sql`
          select ${personColumns(plan)} from (
            select * from (${peopleOf(ctx, audience)}) ct
            where ct.reason is null or ct.reason = 'value_missing' order by ${order} limit ${limit}) ct`),
      `begin read only; set local statement_timeout = ${countTimeout}; set local work_mem = '64MB'`,
    )
    return rows
  }
  try {
    return await draw(sql`hashtextextended(coalesce(ct.phone, ct.id::text), ${seed})`)
  } catch (error) {
    if (!isTimedOut(error)) throw error
    return draw(sql`ct.id`)
  }
}
