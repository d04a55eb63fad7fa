import type { CompanyCtx } from '#server/context.ts'
import { noteEvents } from '../events/note.ts'

export type StartFor = {
  automationId: string
  contactId: string
  fields: Record<string, unknown>
  /** What is started twice by one key is started once. */
  key: string
}

/** Has an automation started for a contact, whatever its trigger, with the caller's transaction. */
export const startFor = (tx: CompanyCtx, { automationId, contactId, fields, key }: StartFor): Promise<void> =>
  noteEvents(tx, tx.company.id, [
    { kind: 'manual', contactId, conversationId: null, fields, key, at: tx.now(), automationId },
  ])
