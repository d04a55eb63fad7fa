import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const attributesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contact-attributes',
      from: 'contact_attributes',
      columns: [
        ...['id', 'key', 'label', 'type', 'options', 'required', 'sensitive', 'is_unique', 'searchable', 'pattern'],
        ...['default_value'],
      ],
    },
  ],
}
