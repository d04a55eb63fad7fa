/**
 * One table of an archive: the file it fills, where its rows are, and which of their columns it shows. Rows are read in
 * the order of `id`; `key` makes one where a table has none, a different one for each row.
 */
export type Table = { file: string; from: string; columns: readonly string[]; where?: string; key?: string }

/** An id that columns make up. */
const madeOf = (...columns: string[]) => `md5(concat_ws(' ', ${columns.join(', ')}))::uuid`

// Tokens, hashes, PINs and sealed values are in no list here. `where` reads the owner's id as `$owner`.
const ofCompany = 'company_id = $owner'

/** What a company has, in the order in which it is written. */
export const companyTables: readonly Table[] = [
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
  { file: 'invitations', from: 'invitations', columns: ['id', 'email', 'role', 'grants', 'expires_at', 'created_at'] },
  { file: 'teams', from: 'teams', columns: ['id', 'name', 'description', 'auto_assign', 'created_at'] },
  {
    file: 'team-members',
    from: 'team_members',
    key: madeOf('team_id', 'user_id'),
    columns: ['team_id', 'user_id', 'lead'],
  },
  { file: 'chat-settings', from: 'desk_settings', key: 'company_id', columns: ['settings', 'version', 'updated_at'] },
  {
    file: 'shared-views',
    from: 'saved_views',
    where: `${ofCompany} and shared`,
    columns: ['id', 'page', 'name', 'search', 'owner_id', 'created_at'],
  },
  { file: 'business-hours', from: 'business_hours', columns: ['id', 'name', 'timezone', 'weekly', 'holidays'] },
  { file: 'labels', from: 'labels', columns: ['id', 'name', 'color', 'created_at'] },
  { file: 'sla-policies', from: 'sla_policies', columns: ['id', 'name', 'targets', 'conditions', 'active'] },
  {
    file: 'canned-replies',
    from: 'canned_replies',
    where: `${ofCompany} and scope <> 'personal'`,
    columns: ['id', 'shortcut', 'title', 'content', 'scope', 'team_id', 'uses', 'created_at'],
  },
  {
    file: 'macros',
    from: 'macros',
    where: `${ofCompany} and scope <> 'personal'`,
    columns: ['id', 'name', 'steps', 'scope', 'created_at'],
  },
  { file: 'contact-attributes', from: 'contact_attributes', columns: ['id', 'key', 'label', 'type', 'options'] },
  {
    file: 'numbers',
    from: 'channels',
    columns: [
      ...['id', 'phone', 'name', 'kind', 'status', 'quality', 'messaging_limit', 'profile', 'settings'],
      ...['created_at', 'disconnected_at'],
    ],
  },
  {
    file: 'number-events',
    from: 'channel_events',
    columns: ['id', 'channel_id', 'kind', 'before', 'after', 'detail', 'created_at'],
  },
  {
    file: 'accounts',
    from: 'wa_accounts',
    columns: ['id', 'waba_id', 'portfolio_id', 'name', 'currency', 'timezone_id', 'review_status', 'created_at'],
  },
  {
    file: 'connections',
    from: 'channel_onboardings',
    columns: ['id', 'user_id', 'kind', 'state', 'step', 'waba_id', 'account_name', 'channel_id', 'created_at'],
  },
  {
    file: 'templates',
    from: 'templates',
    columns: ['id', 'name', 'language', 'category', 'status', 'components', 'created_at', 'updated_at'],
  },
  {
    file: 'template-versions',
    from: 'template_versions',
    columns: ['id', 'template_id', 'number', 'content', 'status', 'reason', 'author_id', 'created_at'],
  },
  {
    file: 'template-figures',
    from: 'template_stats',
    key: madeOf('template_id', 'day'),
    columns: ['template_id', 'day', 'sent', 'delivered', 'read', 'clicked', 'own_sent', 'own_delivered', 'own_read'],
  },
  {
    file: 'contacts',
    from: 'contacts',
    where: `${ofCompany} and deleted_at is null`,
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
    key: madeOf('channel_id', 'target_wamid', 'actor'),
    columns: ['channel_id', 'target_wamid', 'actor', 'actor_id', 'emoji', 'at'],
  },
  {
    file: 'scheduled-messages',
    from: 'scheduled_messages',
    columns: [
      'id',
      'conversation_id',
      'author_id',
      'send_at',
      'draft',
      'fallback',
      'state',
      'message_id',
      'created_at',
    ],
  },
  {
    file: 'held-messages',
    from: 'held_messages',
    columns: ['id', 'conversation_id', 'author_id', 'kind', 'draft', 'state', 'held_until', 'created_at'],
  },
  {
    file: 'followers',
    from: 'conversation_participants',
    key: madeOf('conversation_id', 'user_id'),
    columns: ['conversation_id', 'user_id', 'following', 'mentioned_at', 'seen_at', 'created_at'],
  },
  {
    file: 'promises',
    from: 'sla_clocks',
    columns: [
      ...['id', 'conversation_id', 'policy_id', 'kind', 'started_at', 'warn_at', 'due_at'],
      ...['warned_at', 'met_at', 'breached_at'],
    ],
  },
  {
    file: 'csat',
    from: 'csat_responses',
    columns: ['id', 'conversation_id', 'score', 'comment', 'sent_at', 'answered_at'],
  },
  {
    file: 'audit',
    from: 'audit_logs',
    columns: [
      ...['id', 'created_at', 'actor_kind', 'actor_id', 'on_behalf_of', 'action', 'target_type', 'target_id'],
      ...['target_label', 'diff', 'ip', 'user_agent'],
    ],
  },
]

const ofUser = 'user_id = $owner'

/** What is stored about a person. */
export const personTables: readonly Table[] = [
  {
    file: 'account',
    from: 'users',
    where: 'id = $owner',
    columns: [
      ...['id', 'name', 'email', 'email_verified_at', 'phone', 'role', 'status', 'job_role', 'locale', 'timezone'],
      ...['consents', 'preferences', 'last_seen_at', 'deletion_at', 'created_at'],
    ],
  },
  {
    file: 'companies',
    from: 'company_members',
    where: ofUser,
    columns: [
      ...['id', 'company_id', 'role', 'status', 'grants', 'visibility', 'joined_at'],
      '(select name from companies where companies.id = t.company_id) as company',
    ],
  },
  {
    file: 'teams',
    from: 'team_members',
    where: ofUser,
    key: madeOf('team_id', 'user_id'),
    columns: [...['company_id', 'team_id', 'lead'], '(select name from teams where teams.id = t.team_id) as team'],
  },
  {
    file: 'macros',
    from: 'macros',
    where: `owner_id = $owner and scope = 'personal'`,
    columns: ['id', 'company_id', 'name', 'steps', 'created_at'],
  },
  {
    file: 'background-tasks',
    from: 'background_tasks',
    where: ofUser,
    columns: ['id', 'company_id', 'kind', 'status', 'created_at', 'finished_at'],
  },
  {
    file: 'sign-in-providers',
    from: 'user_identities',
    where: ofUser,
    columns: ['id', 'provider', 'email', 'created_at'],
  },
  {
    file: 'sessions',
    from: 'sessions',
    where: `${ofUser} and impersonator_id is null`,
    columns: ['id', 'ip', 'user_agent', 'method', 'created_at', 'last_seen_at', 'expires_at'],
  },
  {
    file: 'views',
    from: 'saved_views',
    where: 'owner_id = $owner',
    columns: ['id', 'company_id', 'page', 'name', 'search', 'shared', 'created_at'],
  },
  {
    file: 'ready-texts',
    from: 'canned_replies',
    where: `owner_id = $owner and scope = 'personal'`,
    columns: ['id', 'company_id', 'shortcut', 'title', 'content', 'created_at'],
  },
  {
    file: 'what-i-did',
    from: 'audit_logs',
    where: 'actor_id = $owner::text',
    columns: ['id', 'created_at', 'company_id', 'action', 'target_type', 'target_label', 'ip', 'user_agent'],
  },
]
