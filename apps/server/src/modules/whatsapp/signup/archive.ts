import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const signupArchive: ArchiveDefinition = {
  company: [
    {
      file: 'connections',
      from: 'channel_onboardings',
      columns: ['id', 'user_id', 'kind', 'state', 'step', 'waba_id', 'account_name', 'channel_id', 'created_at'],
    },
  ],
}
