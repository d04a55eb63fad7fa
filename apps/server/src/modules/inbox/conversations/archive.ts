import { type ArchiveDefinition, keyOf } from '#server/lib/archive-table.ts'

export const conversationsArchive: ArchiveDefinition = {
  company: [
    {
      file: 'conversations',
      from: 'conversations',
      columns: [
        ...['id', 'channel_id', 'contact_id', 'status', 'assignee_id', 'team_id', 'priority', 'label_ids'],
        ...['first_response_at', 'resolved_at', 'last_message_at', 'created_at'],
      ],
    },
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
    {
      file: 'followers',
      from: 'conversation_participants',
      key: keyOf('conversation_id', 'user_id'),
      columns: ['conversation_id', 'user_id', 'following', 'mentioned_at', 'seen_at', 'created_at'],
    },
  ],
}
