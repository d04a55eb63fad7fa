import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const authArchive: ArchiveDefinition = {
  person: [
    {
      file: 'sign-in-providers',
      from: 'user_identities',
      where: 'user_id = $owner',
      columns: ['id', 'provider', 'email', 'created_at'],
    },
  ],
}
