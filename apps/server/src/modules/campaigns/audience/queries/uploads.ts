import type { AudienceUpload } from '@recado/contracts/campaigns/audience'
import { and, eq, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { campaignUploads } from '#server/db/schema/campaigns/audience.ts'
import { stringifySanitized } from '#server/lib/sanitize-text.ts'

const isThis = (ctx: CompanyCtx, campaignId: string, id: string) =>
  and(
    eq(campaignUploads.companyId, ctx.company.id),
    eq(campaignUploads.campaignId, campaignId),
    eq(campaignUploads.id, id),
  )

export const countUploads = (ctx: CompanyCtx, campaignId: string): Promise<number> =>
  ctx.db.$count(
    campaignUploads,
    and(eq(campaignUploads.companyId, ctx.company.id), eq(campaignUploads.campaignId, campaignId)),
  )

type Head = Pick<AudienceUpload, 'id' | 'fileName' | 'columns' | 'phoneColumn'> & { campaignId: string }

export const insertUpload = async (tx: CompanyCtx, head: Head): Promise<void> => {
  const none = { rows: 0, valid: 0, invalid: 0, duplicates: 0, unknown: 0 }
  await tx.db.insert(campaignUploads).values({ ...head, ...none, companyId: tx.company.id })
}

/** False when there is none. */
export const deleteUpload = async (tx: CompanyCtx, campaignId: string, id: string): Promise<boolean> =>
  (
    await tx.db
      .delete(campaignUploads)
      .where(isThis(tx, campaignId, id))
      .returning({ id: campaignUploads.id })
  ).length > 0

export type UploadRow = { rowNo: number; phone: string | null; contactId: string | null; cells: readonly string[] }

export const insertUploadRows = async (tx: CompanyCtx, uploadId: string, rows: readonly UploadRow[]): Promise<void> => {
  await tx.db.execute(sql`
    insert into campaign_upload_rows (company_id, upload_id, row_no, phone, contact_id, cells)
    select ${tx.company.id}, ${uploadId}, "rowNo", phone, "contactId", cells
    from json_to_recordset(${stringifySanitized(rows)}::json)
      as t("rowNo" int, phone text, "contactId" uuid, cells jsonb)`)
}

/** Counts the rows of an upload. Of rows with one number the first is valid, the others are duplicates. */
export const countUploadRows = async (tx: CompanyCtx, uploadId: string): Promise<void> => {
  await tx.db.execute(sql`
    update campaign_uploads u set rows = n.rows, valid = n.numbers, invalid = n.rows - n.filled,
      duplicates = n.filled - n.numbers, unknown = n.unknown
    from (select count(*)::int as rows, count(phone)::int as filled, count(distinct phone)::int as numbers,
        (count(distinct phone) filter (where contact_id is null))::int as unknown
      from campaign_upload_rows where company_id = ${tx.company.id} and upload_id = ${uploadId}) n
    where u.company_id = ${tx.company.id} and u.id = ${uploadId}`)
}

/** The next numbers of uploads that belong to no contact yet, in their order. */
export const findStrangers = async (
  ctx: CompanyCtx,
  uploadIds: readonly string[],
  { after, limit }: { after: string; limit: number },
): Promise<string[]> => {
  const { rows } = await ctx.db.execute<{ phone: string }>(sql`
    select distinct phone from campaign_upload_rows
    where company_id = ${ctx.company.id} and upload_id = any(${sql.param([...uploadIds])}::uuid[]) and contact_id is null
      and phone is not null and phone > ${after}
    order by phone limit ${limit}`)
  return rows.map(({ phone }) => phone)
}

/** Says of rows whose number belongs to a contact now which one that is. */
export const assignRows = async (
  tx: CompanyCtx,
  uploadIds: readonly string[],
  contacts: readonly { phone: string; id: string }[],
): Promise<void> => {
  await tx.db.execute(sql`
    update campaign_upload_rows r set contact_id = t.id
    from json_to_recordset(${stringifySanitized(contacts)}::json) as t(phone text, id uuid)
    where r.company_id = ${tx.company.id} and r.upload_id = any(${sql.param([...uploadIds])}::uuid[])
      and r.phone = t.phone and r.contact_id is null`)
}
