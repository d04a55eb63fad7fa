import type { CampaignGroup } from '@recado/contracts/campaigns/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import type { Editor } from '#server/modules/shared/settings-resource/index.ts'

export type Group = Pick<CampaignGroup, 'kind' | 'id' | 'name'>
export type GroupIds = { segments: readonly string[]; lists: readonly string[] }
export type GroupPart = NonNullable<CampaignGroup['part']>

const uuids = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** Those of some segments and lists that a person sees, segments first and by name. */
export const findGroups = async (
  ctx: CompanyCtx,
  { userId }: Editor,
  { segments, lists }: GroupIds,
): Promise<Group[]> => {
  const { rows } = await ctx.db.execute<Group>(sql`
    select 'segment' as kind, id, name from segments
    where company_id = ${ctx.company.id} and id = ${uuids(segments)} and (shared or author_id = ${userId}::uuid)
    union all
    select 'list', id, name from contact_lists where company_id = ${ctx.company.id} and id = ${uuids(lists)}
    order by 1 desc, 3, 2`)
  return rows
}

/**
 * Recipients `r` of a campaign. Of a sample one of each so many places in a row is looked up, at random, so that the others
 * cost nothing and nothing that takes turns is missed.
 */
const recipients = ({ company }: CompanyCtx, campaignId: string, oneIn: number): SQL => {
  const own = sql`r.company_id = ${company.id} and r.campaign_id = ${campaignId}`
  if (oneIn === 1) return sql`(select * from campaign_recipients r where ${own}) r`
  const last = sql`(select snapshot_seq from campaigns where company_id = ${company.id} and id = ${campaignId})`
  return sql`(select r.* from generate_series(${oneIn}::int, ${last}, ${oneIn}::int) as s(seq)
    join campaign_recipients r on ${own} and r.seq = s.seq - abs(hashint4(s.seq)::bigint) % ${oneIn}::int) r`
}

const steps = {
  ...{ recipients: sql`true`, sent: sql`m.wamid is not null`, delivered: sql`m.delivered_at is not null` },
  ...{ read: sql`m.read_at is not null`, clicked: sql`r.clicked_at is not null` },
  ...{ replied: sql`r.replied_at is not null`, optedOut: sql`r.opted_out_at is not null` },
  failed: sql`coalesce(m.status = 'failed' and m.error_class is distinct from 'opted_out', false)`,
} as const satisfies Record<keyof GroupPart, SQL>

const list = (of: (name: string, holds: SQL) => SQL): SQL =>
  sql.join(
    Object.entries(steps).map(([name, holds]) => of(name, holds)),
    sql`, `,
  )

/**
 * How far recipients of a campaign are who meet each of some conditions over the contact `ct`, in their order; of one in so
 * many recipients. The campaign is gone through once, however many conditions there are.
 */
export const countParts = async (
  ctx: CompanyCtx,
  campaignId: string,
  conditions: readonly SQL[],
  oneIn: number,
): Promise<GroupPart[]> => {
  if (conditions.length === 0) return []
  const sums = list(
    (name) => sql`count(*) filter (where b.${sql.identifier(name)})::int * ${oneIn} as ${sql.identifier(name)}`,
  )
  const parts = conditions.map(
    (where, place) => sql`select ${place}::int as place, ${sums} from base b
      join contacts ct on ct.company_id = ${ctx.company.id} and ct.id = b.contact_id
      where ct.deleted_at is null and ct.erased_at is null and ${where}`,
  )
  const { rows } = await ctx.db.execute<GroupPart>(sql`
    with base as materialized (
      select r.contact_id, ${list((name, holds) => sql`${holds} as ${sql.identifier(name)}`)}
      from ${recipients(ctx, campaignId, oneIn)}
      left join messages m on m.company_id = r.company_id and m.id = r.message_id
      where r.wave >= 0)
    select ${list((name) => sql`${sql.identifier(name)}`)} from (${sql.join(parts, sql` union all `)}) t order by place`)
  return rows
}
