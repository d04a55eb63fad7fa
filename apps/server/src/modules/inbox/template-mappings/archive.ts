import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

const columns = ['name', 'language', 'mapping', 'updated_at']

export const templateMappingsArchive: ArchiveDefinition = {
  company: [{ file: 'template-mappings', from: 'template_mappings', columns: ['user_id', ...columns] }],
  person: [
    {
      file: 'template-mappings',
      from: 'template_mappings',
      where: 'user_id = $owner',
      columns: ['company_id', ...columns],
    },
  ],
}
