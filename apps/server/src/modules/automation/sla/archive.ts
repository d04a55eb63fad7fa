import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const slaArchive: ArchiveDefinition = {
  company: [
    {
      file: 'promises',
      from: 'sla_clocks',
      columns: [
        ...['id', 'conversation_id', 'policy_id', 'kind', 'started_at', 'warn_at', 'due_at'],
        ...['warned_at', 'met_at', 'breached_at'],
      ],
    },
  ],
}
