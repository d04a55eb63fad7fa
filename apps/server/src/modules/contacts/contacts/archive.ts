import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const contactsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contacts',
      from: 'contacts',
      where: 'company_id = $owner and deleted_at is null',
      columns: [
        ...['id', 'name', 'profile_name', 'phone', 'email', 'notes', 'attributes', 'tags', 'language', 'marketing'],
        ...['blocked_at', 'merged_into_id', 'created_at', 'updated_at'],
      ],
    },
    {
      file: 'contact-identities',
      from: 'contact_identities',
      columns: [
        ...['id', 'contact_id', 'scope', 'phone', 'wa_id', 'bsuid', 'parent_bsuid', 'username'],
        ...['created_at', 'updated_at'],
      ],
    },
    {
      file: 'merged-contacts',
      from: 'contact_merges',
      columns: ['id', 'survivor_id', 'merged_id', 'actor_id', 'created_at', 'undone_at'],
    },
    {
      file: 'consents',
      from: 'consents',
      columns: ['id', 'contact_id', 'channel_id', 'purpose', 'state', 'source', 'evidence', 'at'],
    },
  ],
}
