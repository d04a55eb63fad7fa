import type { Sql } from '#server/modules/contacts/contacts/index.ts'
import type { MergeMove } from '#server/modules/contacts/merges/index.ts'

const keyOf = (uploadId: string, rowNo: number) => `${uploadId} ${rowNo}`

/** Gives the uploaded rows of one contact to another; an undo gives back what the merge moved. */
export const moveUploadRows = async (
  sql: Sql,
  { companyId, from, to, moved }: MergeMove,
): Promise<readonly string[]> => {
  const { rows } = await sql.query<{ uploadId: string; rowNo: number }>({
    text: `update campaign_upload_rows set contact_id = $3
      where company_id = $1 and contact_id = $2 and ($4::text[] is null or upload_id || ' ' || row_no = any($4))
      returning upload_id as "uploadId", row_no as "rowNo"`,
    values: [companyId, from, to, moved ?? null],
  })
  return rows.map(({ uploadId, rowNo }) => keyOf(uploadId, rowNo))
}
