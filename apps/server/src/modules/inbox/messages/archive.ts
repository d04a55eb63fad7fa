import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const messagesArchive: ArchiveDefinition = {
  company: [
    {
      file: 'messages',
      from: 'messages',
      columns: [
        ...['id', 'conversation_id', 'channel_id', 'contact_id', 'direction', 'type', 'body', 'payload', 'origin'],
        ...['author_id', 'status', 'error_code', 'occurred_at', 'sent_at', 'delivered_at', 'read_at', 'revoked_at'],
      ],
    },
    {
      file: 'message-files',
      from: 'message_media',
      key: 'message_id',
      columns: ['message_id', 'kind', 'mime', 'filename', 'voice', 'state', 'file_id', 'created_at'],
    },
    {
      file: 'reactions',
      from: 'message_reactions',
      key: keyOf('channel_id', 'target_wamid', 'actor'),
      columns: ['channel_id', 'target_wamid', 'actor', 'actor_id', 'emoji', 'at'],
    },
  ],
}
