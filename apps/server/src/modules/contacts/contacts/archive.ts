import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const contactsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'contacts',
      from: 'contacts',
      where: 'company_id = $owner and deleted_at is null',
      columns: [
        ...['id', 'name', 'profile_name', 'phone', 'email', 'notes', 'attributes', 'tag_ids', 'language', 'marketing'],
        ...['organization', 'job_title', 'birthday', 'address', 'lifecycle', 'owner_id', 'source', 'timezone'],
        ...['last_inbound_at', 'last_outbound_at', 'legal_hold', 'erased_at'],
        ...['blocked_at', 'block', 'merged_into_id', 'created_at', 'updated_at'],
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
      file: 'contact-points',
      from: 'contact_points',
      columns: ['id', 'contact_id', 'kind', 'scope', 'value', 'created_at'],
    },
    { file: 'suppressions', from: 'suppressions', columns: ['id', 'kind', 'reason', 'created_at'] },
    {
      file: 'merged-contacts',
      from: 'contact_merges',
      columns: ['id', 'survivor_id', 'merged_id', 'actor_id', 'created_at', 'undone_at'],
    },
    {
      file: 'consents',
      from: 'consents',
      columns: [
        ...['id', 'contact_id', 'channel_id', 'medium', 'purpose', 'state', 'source', 'evidence', 'text_version'],
        ...['at', 'expires_at'],
      ],
    },
  ],
}
