import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const contactSettingsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-settings',
      from: 'contact_settings',
      key: 'company_id',
      columns: ['settings', 'version', 'updated_at'],
    },
  ],
}
