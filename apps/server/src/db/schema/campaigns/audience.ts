import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt } from '../columns.ts'
import { campaigns } from './campaigns.ts'

/** Rows that were uploaded or pasted for one campaign. */
export const campaignUploads = pgTable(
  'campaign_uploads',
  {
    companyId: uuid().notNull(),
    id: uuid().notNull(),
    campaignId: uuid().notNull(),
    fileName: text().notNull(),
    columns: jsonb().$type<string[]>().notNull(),
    phoneColumn: text().notNull(),
    rows: integer().notNull(),
    valid: integer().notNull(),
    invalid: integer().notNull(),
    duplicates: integer().notNull(),
    unknown: integer().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.id] }),
    foreignKey({ columns: [t.companyId, t.campaignId], foreignColumns: [campaigns.companyId, campaigns.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** One number of an upload, with the cells of its row in the order of the columns. */
export const campaignUploadRows = pgTable(
  'campaign_upload_rows',
  {
    companyId: uuid().notNull(),
    uploadId: uuid().notNull(),
    rowNo: integer().notNull(),
    /** E.164 digits; null where the cell holds no number. */
    phone: text(),
    phoneKey: text(),
    /** The contact that it is of, once known. */
    contactId: uuid(),
    cells: jsonb().$type<string[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.uploadId, t.rowNo] }),
    index('campaign_upload_rows_contact').on(t.companyId, t.contactId).where(sql`contact_id is not null`),
    index('campaign_upload_rows_phone').on(t.companyId, t.phone).where(sql`phone is not null`),
    foreignKey({
      columns: [t.companyId, t.uploadId],
      foreignColumns: [campaignUploads.companyId, campaignUploads.id],
    }).onDelete('cascade'),
  ],
)
