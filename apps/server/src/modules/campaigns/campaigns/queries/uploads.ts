import type { AudienceUpload } from '@recado/contracts/campaigns/audience'
import { sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'

const SAMPLE = 3

/** What was uploaded or pasted into a campaign. Readers who see no personal data see no cells. */
export const listUploads = async (ctx: CompanyCtx, campaignId: string): Promise<AudienceUpload[]> => {
  const { rows } = await ctx.db.execute<AudienceUpload>(sql`
    select u.id, u.file_name as "fileName", u.rows, u.valid, u.invalid, u.duplicates, u.unknown, u.columns,
      u.phone_column as "phoneColumn", coalesce((select jsonb_agg(r.cells order by r.row_no) from (
        select r.row_no, r.cells from campaign_upload_rows r
        where r.company_id = u.company_id and r.upload_id = u.id and ${seesPersonalData(ctx)}
        order by r.row_no limit ${SAMPLE}) r), '[]') as sample
    from campaign_uploads u where u.company_id = ${ctx.company.id} and u.campaign_id = ${campaignId}
    order by u.created_at, u.id`)
  return rows
}
