import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { isTimedOut } from '#server/db/timed-out.ts'
import { type CompiledAudience, peopleOf } from '#server/modules/campaigns/audience/index.ts'

const TIMEOUT_MS = 4000

/** People of an audience who get a message, alike in what its cost and its time depend on. */
export type Crowd = {
  /** The first digits of the phone, which tell country and area. */
  prefix: string | null
  timezone: string | null
  country: string | null
  language: string | null
  /** Whether they can be written to without a template now. */
  open: boolean
  count: number
}

const columns = ({ company, now }: CompanyCtx, channelIds: readonly string[]): SQL => sql`
  left(p.phone, 4) as prefix, p.timezone, p.address ->> 'country' as country, p.language,
  p.id in (
    select ci.contact_id from conversations v
    join contact_identities ci on ci.company_id = v.company_id and ci.id = v.identity_id
    where v.company_id = ${company.id} and v.window_expires_at > ${now().toISOString()}::timestamptz
      and v.channel_id = any(${sql.param([...channelIds])}::uuid[])) as open`

/** How many of them are looked at; the fewer where more take too long. */
const samples = [1, 50]

/** Who gets a message, in groups, perhaps from a sample; null where even that takes too long. */
export const findCrowds = async (
  ctx: CompanyCtx,
  audience: CompiledAudience,
  channelIds: readonly string[],
): Promise<Crowd[] | null> => {
  const find = async (oneIn: number) => {
    const { rows } = await inSqlTransaction(
      ctx.deps.database.pool,
      (client) =>
        dbOf(client).execute<Crowd>(sql`
          select ${columns(ctx, channelIds)}, count(*)::int * ${oneIn}::int as count
          from (${peopleOf(ctx, audience, oneIn)}) p
          where p.reason is null
          group by 1, 2, 3, 4, 5`),
      `begin read only; set local statement_timeout = ${TIMEOUT_MS}; set local work_mem = '64MB'`,
    )
    return rows
  }
  for (const oneIn of samples) {
    try {
      return await find(oneIn)
    } catch (error) {
      if (!isTimedOut(error)) throw error
    }
  }
  return null
}
