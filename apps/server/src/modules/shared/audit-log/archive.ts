import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const auditLogArchive: ArchiveDefinition = {
  company: [
    {
      file: 'audit',
      from: 'audit_logs',
      columns: [
        ...['id', 'created_at', 'actor_kind', 'actor_id', 'on_behalf_of', 'action', 'target_type', 'target_id'],
        ...['target_label', 'diff', 'ip', 'user_agent'],
      ],
    },
  ],
  person: [
    {
      file: 'what-i-did',
      from: 'audit_logs',
      where: 'actor_id = $owner::text',
      columns: ['id', 'created_at', 'company_id', 'action', 'target_type', 'target_label', 'ip', 'user_agent'],
    },
  ],
}
