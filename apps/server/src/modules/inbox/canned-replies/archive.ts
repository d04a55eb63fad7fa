import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const cannedRepliesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'canned-replies',
      from: 'canned_replies',
      where: `company_id = $owner and scope <> 'personal'`,
      columns: ['id', 'shortcut', 'title', 'content', 'scope', 'team_id', 'uses', 'created_at'],
    },
  ],
  person: [
    {
      file: 'ready-texts',
      from: 'canned_replies',
      where: `owner_id = $owner and scope = 'personal'`,
      columns: ['id', 'company_id', 'shortcut', 'title', 'content', 'created_at'],
    },
  ],
}
