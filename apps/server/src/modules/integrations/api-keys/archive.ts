import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const apiKeysArchive: ArchiveDefinition = {
  company: [
    {
      file: 'api-keys',
      from: 'api_keys',
      columns: [
        'id',
        'name',
        'mode',
        'prefix',
        'scopes',
        'addresses',
        'expires_at',
        'last_used_at',
        'revoked_at',
        'created_at',
      ],
    },
  ],
}
