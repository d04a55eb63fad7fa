import { type Listener, on } from '#server/events.ts'
import { previewOf } from '#server/modules/inbox/messages/index.ts'
import { blankQuotes } from '../blank-quotes.ts'
import { findContact, queueAudience } from '../conversations.ts'
import { findNoteText } from '../queries/people.ts'
import { members, notifying } from './listening.ts'

export const inboxListeners: readonly Listener[] = [
  notifying('conversation.assigned', async ({ companyId, conversationId, assigneeId }, { tx, actor }) => {
    const contact = await findContact(tx, companyId, conversationId)
    if (contact === null) return []
    const payload = { conversationId, contact, assigner: actor?.name ?? '' }
    return { workflow: 'conversation.assigned', to: members([assigneeId]), companyId, payload }
  }),
  notifying('conversation.released', async ({ companyId, conversationId, teamId }, { tx }) => {
    const contact = await findContact(tx, companyId, conversationId)
    if (contact === null) return []
    const to = await queueAudience(tx, companyId, teamId)
    return { workflow: 'conversation.new_unassigned', to, companyId, payload: { contact } }
  }),
  notifying('member.mentioned', async ({ companyId, conversationId, noteId, userIds }, { tx, actor }) => {
    const contact = await findContact(tx, companyId, conversationId)
    const body = await findNoteText(tx, companyId, noteId)
    if (contact === null || body === null) return []
    const payload = { conversationId, contact, author: actor?.name ?? '', note: previewOf(body) }
    return { workflow: 'conversation.mentioned', to: members(userIds), companyId, factId: noteId, payload }
  }),
  on('note.removed', {
    ...{ name: 'product_notifications.sync_note_removed', queue: 'standard', retrySeconds: [5, 60, 600] },
    run: async (ctx, payloads) => {
      for (const { noteId } of payloads) await blankQuotes(ctx, 'conversation.mentioned', noteId)
    },
  }),
  notifying('scheduled_message.called_off', async ({ companyId, conversationId, authorId, ...planned }, { tx }) => ({
    workflow: 'scheduled_message.called_off',
    to: members([authorId]),
    companyId,
    factId: `${planned.scheduledId}:${planned.changedAt}`,
    payload: { conversationId, contact: (await findContact(tx, companyId, conversationId)) ?? '' },
  })),
  notifying('scheduled_message.failed', async ({ companyId, conversationId, authorId, ...planned }, { tx }) => ({
    workflow: 'scheduled_message.failed',
    to: members([authorId]),
    companyId,
    factId: `${planned.scheduledId}:${planned.sendAt}`,
    payload: {
      ...{ conversationId, reason: planned.reason },
      contact: (await findContact(tx, companyId, conversationId)) ?? '',
    },
  })),
]
