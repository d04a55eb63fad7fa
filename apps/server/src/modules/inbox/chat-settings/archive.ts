import type { ArchiveDefinition } from '#server/lib/archive-table.ts'

export const chatSettingsArchive: ArchiveDefinition = {
  company: [
    { file: 'chat-settings', from: 'chat_settings', key: 'company_id', columns: ['settings', 'version', 'updated_at'] },
  ],
}
