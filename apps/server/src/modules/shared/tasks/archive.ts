import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const tasksArchive: ArchiveDefinition = {
  person: [
    {
      file: 'background-tasks',
      from: 'background_tasks',
      where: 'user_id = $owner',
      columns: ['id', 'company_id', 'kind', 'status', 'created_at', 'finished_at'],
    },
  ],
}
