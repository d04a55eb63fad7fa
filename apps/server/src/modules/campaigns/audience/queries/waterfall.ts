import { type AudienceWaterfall, type ExclusionReason, exclusionReasons } from '@recado/contracts/campaigns/audience'
import { countTimeout } from '@recado/contracts/contacts/segments'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { isTimedOut } from '#server/db/timed-out.ts'
import { type ContentPlan, valueColumns } from '#server/modules/campaigns/content/index.ts'
import type { CompiledAudience } from './compile.ts'

/** One in so many contacts is looked at for an estimate; fewer where that takes too long as well. */
const samples = [1, 50, 2000]

type Row = { reason: ExclusionReason | null; people: number; names: number }

/** Numbers of the uploads that belong to no contact, as what they would be as contacts. */
const strangersOf = ({ company }: CompanyCtx, { uploadIds }: CompiledAudience, columns: SQL, oneIn = 1): SQL =>
  uploadIds.length === 0
    ? sql``
    : sql`union all
      select ${columns} from (
        select phone, count(distinct upload_id)::int as names from campaign_upload_rows
        where company_id = ${company.id} and upload_id = any(${sql.param([...uploadIds])}::uuid[]) and phone is not null
          and contact_id is null and hashtext(phone) % ${oneIn} = 0
        group by phone) s
      cross join lateral jsonb_populate_record(null::contacts, jsonb_build_object('company_id', ${company.id}::uuid,
        'id', gen_random_uuid(), 'phone', s.phone, 'attributes', '{}'::jsonb, 'marketing', 'unknown')) ct`

const sampled = (oneIn: number): SQL => (oneIn === 1 ? sql`` : sql`and hashtext(ct.id::text) % ${oneIn} = 0`)

const countOneIn = async (ctx: CompanyCtx, audience: CompiledAudience, oneIn: number): Promise<Row[] | null> => {
  const query = sql`
    select t.reason, count(*)::int as people, coalesce(sum(t.names), 0)::int as names
    from (select ${audience.reason} as reason, ${audience.names} as names
      from contacts ct where ${audience.where} ${sampled(oneIn)}
      ${strangersOf(ctx, audience, sql`${audience.reason}, s.names`, oneIn)}) t
    group by 1`
  try {
    const { rows } = await inSqlTransaction(
      ctx.deps.database.pool,
      (client) => dbOf(client).execute<Row>(query),
      `begin read only; set local statement_timeout = ${countTimeout}; set local work_mem = '64MB'`,
    )
    return rows
  } catch (error) {
    if (isTimedOut(error)) return null
    throw error
  }
}

/**
 * Everyone whom an audience names, or one in so many, as rows of `contacts` with the reason why they get nothing. `offset 0`
 * keeps conditions on the reason, which the planner believes to hold for almost no one, from deciding how sources are
 * joined: with them, lists were gone through once per contact.
 */
export const peopleOf = (ctx: CompanyCtx, audience: CompiledAudience, oneIn = 1): SQL => sql`
  select ct.*, ${audience.reason} as reason
  from (select * from contacts ct where ${audience.where} ${sampled(oneIn)} offset 0) ct
  ${strangersOf(ctx, audience, sql`ct.*, ${audience.reason}`, oneIn)}`

/** What an audience comes to: exact in the time there is, otherwise estimated from a sample. */
export const countWaterfall = async (ctx: CompanyCtx, audience: CompiledAudience): Promise<AudienceWaterfall> => {
  for (const oneIn of samples) {
    const rows = await countOneIn(ctx, audience, oneIn)
    if (rows === null) continue
    const countOf = (reason: ExclusionReason | null) => (rows.find((row) => row.reason === reason)?.people ?? 0) * oneIn
    const people = rows.reduce((sum, row) => sum + row.people, 0) * oneIn
    const matched = rows.reduce((sum, row) => sum + row.names, 0) * oneIn
    const excluded = exclusionReasons
      .map((reason) => ({ reason, count: countOf(reason) }))
      .filter(({ count }) => count > 0)
    return { matched, duplicates: matched - people, excluded, willSend: countOf(null), exact: oneIn === 1 }
  }
  return { matched: 0, duplicates: 0, excluded: [], willSend: 0, exact: false }
}

export type Candidate = {
  id: string
  reason: ExclusionReason | null
  phone: string | null
  language: string | null
  timezone: string | null
  country: string | null
  /** How often sources name them. */
  names: number
  /** Of a hundred hundredths: which variant they get, and whether they are among those on whom variants are tried. */
  variantDraw: number
  testDraw: number
  values: (string | null)[]
  /** The number of the campaign that they last wrote to, where that counts. */
  sticky: string | null
}

type Place = {
  after: string | null
  limit: number
  plan: ContentPlan
  /** Whether it matters to which number they wrote before. */
  sticky: boolean
  draws: { variant: SQL; test: SQL }
}

const lastWroteTo = ({ channels }: ContentPlan): SQL => sql`(select v.channel_id from contact_identities ci
  join conversations v on v.company_id = ci.company_id and v.identity_id = ci.id
  where ci.company_id = ct.company_id and ci.contact_id = ct.id and v.last_inbound_at is not null
    and v.channel_id = any(${sql.param(channels.map(({ id }) => id))}::uuid[])
  order by v.last_inbound_at desc limit 1)`

/** The next contacts of an audience in the order of their ids, with whether and what each gets. */
export const findCandidates = async (
  ctx: CompanyCtx,
  audience: CompiledAudience,
  { after, limit, plan, sticky, draws }: Place,
): Promise<Candidate[]> => {
  const { rows } = await ctx.db.execute<Candidate>(sql`
    select ct.id, ${audience.reason} as reason, ct.phone, ct.language, ct.timezone, ct.address ->> 'country' as country,
      ${audience.names} as names, ${draws.variant}::int as "variantDraw", ${draws.test}::int as "testDraw", ${valueColumns(plan)} as values,
      ${sticky && plan.channels.length > 1 ? lastWroteTo(plan) : sql`null::uuid`} as sticky
    from contacts ct
    where ${audience.where} ${after === null ? sql`` : sql`and ct.id > ${after}::uuid`}
    order by ct.id limit ${limit}`)
  return rows
}
