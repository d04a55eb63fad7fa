import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const sessionsArchive: ArchiveDefinition = {
  person: [
    {
      file: 'sessions',
      from: 'sessions',
      where: 'user_id = $owner and impersonator_id is null',
      columns: ['id', 'ip', 'user_agent', 'method', 'created_at', 'last_seen_at', 'expires_at'],
    },
  ],
}
