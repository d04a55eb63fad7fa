import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const usersArchive: ArchiveDefinition = {
  person: [
    {
      file: 'account',
      from: 'users',
      where: 'id = $owner',
      columns: [
        ...['id', 'name', 'email', 'email_verified_at', 'phone', 'role', 'status', 'job_role', 'locale', 'timezone'],
        ...['consents', 'preferences', 'last_seen_at', 'deletion_at', 'created_at'],
      ],
    },
  ],
}
