import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const macrosArchive: ArchiveDefinition = {
  company: [
    {
      file: 'macros',
      from: 'macros',
      where: `company_id = $owner and scope <> 'personal'`,
      columns: ['id', 'name', 'steps', 'scope', 'created_at'],
    },
  ],
  person: [
    {
      file: 'macros',
      from: 'macros',
      where: `owner_id = $owner and scope = 'personal'`,
      columns: ['id', 'company_id', 'name', 'steps', 'created_at'],
    },
  ],
}
