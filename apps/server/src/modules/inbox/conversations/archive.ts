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
      file: 'followers',
      from: 'conversation_participants',
      key: keyOf('conversation_id', 'user_id'),
      columns: ['conversation_id', 'user_id', 'following', 'mentioned_at', 'seen_at', 'created_at'],
    },
  ],
}
