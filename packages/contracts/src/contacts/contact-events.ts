/** What happens to a contact besides messages. Each has a text in both languages, filled in from its data. */
export const contactEventKinds = [
  'created',
  'updated',
  'tags_changed',
  'list_added',
  'list_removed',
  'owner_changed',
  'lifecycle_changed',
  'consent_recorded',
  'imported',
  'import_reverted',
  'merged',
  'merge_undone',
  'number_changed',
  'blocked',
  'unblocked',
  'block_refused',
  'deleted',
  'restored',
  'privacy_requested',
  'privacy_closed',
  'exported',
  'hold_set',
  'hold_lifted',
  'erased',
] as const
export type ContactEventKind = (typeof contactEventKinds)[number]

/** A field that was changed; `attributes.` and the key for the company's own. Without values where they are not for everyone. */
export type ContactFieldChange = { field: string; from?: unknown; to?: unknown }

/** What is written down with each kind. Names are those of the moment: what they named may be gone later. */
export type ContactEventData = {
  created: { source: string }
  updated: { changes: ContactFieldChange[] }
  tags_changed: { added: string[]; removed: string[] }
  list_added: { listId: string; name: string }
  list_removed: { listId: string; name: string }
  owner_changed: { from: string | null; to: string | null }
  lifecycle_changed: { from: string | null; to: string | null }
  consent_recorded: { medium: string; purpose: string; state: string; source: string; channelId: string | null }
  imported: { importId: string; fileName: string; action: string }
  import_reverted: { importId: string; fileName: string }
  merged: { mergeId: string; mergedId: string; name: string }
  merge_undone: { mergeId: string; mergedId: string; name: string }
  /** Ends of the numbers, the two digits that everyone sees of them. */
  number_changed: { from: string | null; to: string | null }
  blocked: { reason: string }
  unblocked: Record<string, never>
  /** `tooLate`: they wrote more than 24 hours ago, and WhatsApp blocks no one who did. */
  block_refused: { number: string; tooLate: boolean }
  deleted: Record<string, never>
  restored: { reason: 'member' | 'message' }
  privacy_requested: { requestId: string; kind: string }
  privacy_closed: { requestId: string; kind: string; state: string }
  exported: { requestId?: string }
  hold_set: { reason: string }
  hold_lifted: Record<string, never>
  erased: { mode: string }
}
