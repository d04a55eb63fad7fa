import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const audienceArchive: ArchiveDefinition = {
  company: [
    {
      file: 'campaign-uploads',
      from: 'campaign_uploads',
      columns: ['id', 'campaign_id', 'file_name', 'columns', 'phone_column', 'rows', 'valid', 'created_at'],
    },
    {
      file: 'campaign-upload-rows',
      from: 'campaign_upload_rows',
      key: keyOf('upload_id', 'row_no'),
      columns: ['upload_id', 'row_no', 'phone', 'contact_id', 'cells'],
    },
  ],
}
