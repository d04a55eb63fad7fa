import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const importsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-imports',
      from: 'contact_imports',
      columns: [
        'id',
        'author_id',
        'file_name',
        'format',
        'bytes',
        'mapping',
        'rules',
        'state',
        'rows',
        'counts',
        'reading',
        'progress',
        'error',
        'reverted',
        'started_at',
        'created_at',
        'finished_at',
        'reverted_at',
      ],
    },
    {
      file: 'contact-import-rows',
      from: 'contact_import_rows',
      key: keyOf('import_id', 'row_no'),
      columns: ['import_id', 'row_no', 'action', 'contact_id', 'before', 'after', 'error_code', 'error_field', 'phone'],
    },
  ],
}
