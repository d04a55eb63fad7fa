import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const companiesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'company',
      from: 'companies',
      where: 'id = $owner',
      columns: [
        ...['id', 'name', 'legal_name', 'tax_id', 'country', 'currency', 'timezone', 'locale', 'segment', 'size'],
        ...['phone', 'website', 'address', 'status', 'access_blocks', 'security', 'privacy', 'created_at'],
      ],
    },
    {
      file: 'members',
      from: 'company_members',
      columns: [
        ...['id', 'user_id', 'role', 'status', 'grants', 'visibility', 'capacity', 'joined_at'],
        '(select name from users where users.id = t.user_id) as name',
        '(select email from users where users.id = t.user_id) as email',
      ],
    },
    {
      file: 'invitations',
      from: 'invitations',
      columns: ['id', 'email', 'role', 'grants', 'expires_at', 'created_at'],
    },
  ],
  person: [
    {
      file: 'companies',
      from: 'company_members',
      where: 'user_id = $owner',
      columns: [
        ...['id', 'company_id', 'role', 'status', 'grants', 'visibility', 'joined_at'],
        '(select name from companies where companies.id = t.company_id) as company',
      ],
    },
  ],
}
