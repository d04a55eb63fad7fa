import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const templatesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'templates',
      from: 'templates',
      columns: ['id', 'name', 'language', 'category', 'status', 'components', 'created_at', 'updated_at'],
    },
    {
      file: 'template-versions',
      from: 'template_versions',
      columns: ['id', 'template_id', 'number', 'content', 'status', 'reason', 'author_id', 'created_at'],
    },
    {
      file: 'template-figures',
      from: 'template_stats',
      key: keyOf('template_id', 'day'),
      columns: ['template_id', 'day', 'sent', 'delivered', 'read', 'clicked', 'own_sent', 'own_delivered', 'own_read'],
    },
  ],
}
