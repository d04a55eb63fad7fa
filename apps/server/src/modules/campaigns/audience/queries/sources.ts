import type { AudienceSource, CampaignOutcome } from '@recado/contracts/campaigns/audience'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { compileFilter } from '#server/modules/contacts/filters/index.ts'

const uuids = (ids: readonly string[]): SQL => sql`any(${sql.param([...ids])}::uuid[])`

/** What became of a recipient's message, over the recipient `r` and its message `m`. */
const outcomes: Record<CampaignOutcome, SQL> = {
  not_delivered: sql`m.wamid is not null and m.delivered_at is null and m.status <> 'failed'`,
  not_read: sql`m.delivered_at is not null and m.read_at is null and r.clicked_at is null and r.replied_at is null`,
  not_replied: sql`m.delivered_at is not null and r.replied_at is null`,
  read: sql`(m.read_at is not null or r.clicked_at is not null or r.replied_at is not null)`,
  clicked: sql`r.clicked_at is not null`,
  replied: sql`r.replied_at is not null`,
  failed_for_now: sql`m.status = 'failed' and m.error_class not in ('permanent_recipient', 'policy', 'opted_out')`,
}

const recipientsOf = (campaignId: string, outcome: CampaignOutcome): SQL => sql`exists (
  select 1 from campaign_recipients r join messages m on m.company_id = r.company_id and m.id = r.message_id
  where r.company_id = ct.company_id and r.campaign_id = ${campaignId} and r.contact_id = ct.id and ${outcomes[outcome]})`

const inSegments = (ids: readonly string[]): FilterGroup => ({
  value: 'AND',
  children: [{ field: 'segments', operator: 'ANY_IN', value: [...ids] }],
})

/** Segments are what those who may see everything have put together, so that each of them counts the same for everyone. */
export const inSegmentsSql = (ctx: CompanyCtx, ids: readonly string[], path: string): Promise<SQL> =>
  compileFilter(ctx, inSegments(ids), { path })

export const inListsSql = (ids: readonly string[]): SQL => sql`exists (
  select 1 from contact_list_members lm
  where lm.company_id = ct.company_id and lm.contact_id = ct.id and lm.list_id = ${uuids(ids)})`

export const withTagsSql = (ids: readonly string[]): SQL => sql`ct.tag_ids && ${sql.param([...ids])}::uuid[]`

/**
 * Whom a source names, as a condition over contacts under the alias `ct`. Throws `validation_failed` for conditions of a
 * filter that are not there or not the reader's to see.
 */
export const compileSource = async (ctx: CompanyCtx, source: AudienceSource, path: string): Promise<SQL> => {
  switch (source.kind) {
    case 'segments':
      return inSegmentsSql(ctx, source.ids, path)
    case 'lists':
      return inListsSql(source.ids)
    case 'tags':
      return withTagsSql(source.ids)
    case 'filter':
      return compileFilter(ctx, source.filter, { path: `${path}filter.` })
    case 'contacts':
      return sql`ct.id = ${uuids(source.ids)}`
    case 'rows':
      return sql`exists (select 1 from campaign_upload_rows ur where ur.company_id = ct.company_id
        and ur.contact_id = ct.id and ur.upload_id = ${source.uploadId})`
    case 'campaign':
      return recipientsOf(source.campaignId, source.outcome)
  }
}
