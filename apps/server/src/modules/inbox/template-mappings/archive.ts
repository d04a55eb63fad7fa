import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

const columns = ['name', 'language', 'mapping', 'updated_at']

export const templateMappingsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'template-mappings',
      from: 'template_mappings',
      key: keyOf('name', 'language', 'user_id'),
      columns: ['user_id', ...columns],
    },
  ],
  person: [
    {
      file: 'template-mappings',
      from: 'template_mappings',
      where: 'user_id = $owner',
      key: keyOf('company_id', 'name', 'language'),
      columns: ['company_id', ...columns],
    },
  ],
}
