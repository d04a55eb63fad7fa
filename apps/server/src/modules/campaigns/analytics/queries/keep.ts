import type { RecipientFilter } from '@recado/contracts/campaigns/recipients'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { displayNameOf, seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { conditions, joined } from './recipients.ts'

/** Ids of the contacts that a filter leaves of the recipients, after one, in their order. */
export const findRecipientIds = async (
  ctx: CompanyCtx,
  campaignId: string,
  filter: RecipientFilter,
  { id, limit }: { id: string | null; limit: number },
): Promise<string[]> => {
  const place = id === null ? sql`true` : sql`r.contact_id > ${id}`
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select r.contact_id as id from ${joined} where ${await conditions(ctx, campaignId, filter)} and ${place}
    order by r.contact_id limit ${limit}`)
  return rows.map((row) => row.id)
}

/** Recipients of a campaign that are contacts still, by their ids. */
export const findRecipientNames = async (
  ctx: CompanyCtx,
  campaignId: string,
  ids: readonly string[],
): Promise<{ id: string; label: string }[]> => {
  const full = seesPersonalData(ctx)
  const { rows } = await ctx.db.execute<{
    id: string
    name: string | null
    profileName: string | null
    phone: string | null
  }>(sql`
    select ct.id, ct.name, ct.profile_name as "profileName", ct.phone
    from campaign_recipients r join contacts ct on ct.company_id = r.company_id and ct.id = r.contact_id
    where r.company_id = ${ctx.company.id} and r.campaign_id = ${campaignId}
      and r.contact_id = any(${sql.param([...ids])}::uuid[]) and ct.erased_at is null and ct.deleted_at is null`)
  return rows.map(({ id, ...row }) => ({ id, label: displayNameOf({ ...row, username: null }, full) }))
}
