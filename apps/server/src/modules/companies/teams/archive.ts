import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const teamsArchive: ArchiveDefinition = {
  company: [
    { file: 'teams', from: 'teams', columns: ['id', 'name', 'description', 'auto_assign', 'created_at'] },
    {
      file: 'team-members',
      from: 'team_members',
      key: keyOf('team_id', 'user_id'),
      columns: ['team_id', 'user_id', 'lead'],
    },
  ],
  person: [
    {
      file: 'teams',
      from: 'team_members',
      where: 'user_id = $owner',
      key: keyOf('team_id', 'user_id'),
      columns: [...['company_id', 'team_id', 'lead'], '(select name from teams where teams.id = t.team_id) as team'],
    },
  ],
}
