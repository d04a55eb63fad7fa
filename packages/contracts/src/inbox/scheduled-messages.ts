import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, person } from '../shared.ts'
import { messageDraft } from './messages.ts'

/** `called_off`: the customer wrote before its moment, and it was not to be sent then. */
export const scheduledStates = ['waiting', 'sent', 'canceled', 'failed', 'called_off'] as const

export const scheduledLimit = { days: 180, perConversation: 50 } as const

export const scheduledMessage = z.object({
  id,
  sendAt: instant,
  draft: z.unknown(),
  fallback: z.unknown().nullable(),
  cancelOnReply: z.boolean(),
  state: z.enum(scheduledStates),
  error: z.string().nullable(),
  author: person,
})
export type ScheduledMessage = z.infer<typeof scheduledMessage>

/** Forwards cannot be scheduled: whether the author may see the original is only known now. */
const scheduledDraft = messageDraft.refine(({ type }) => type !== 'forward', { params: { code: 'not_schedulable' } })

const scheduledFields = z.object({
  sendAt: instant,
  draft: scheduledDraft,
  /** Sent in its place when the window is closed by then; needed when that is known already. */
  fallback: messageDraft.nullable(),
  cancelOnReply: z.boolean(),
})
const { fallback, cancelOnReply } = scheduledFields.shape

export const listScheduledMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/scheduled-messages',
  can: 'conversations.view',
  summary: 'Messages of the conversation that wait for their moment, that failed at it, or were called off',
  params: idParams,
  response: z.object({ data: z.array(scheduledMessage) }),
})

export const scheduleMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/scheduled-messages',
  can: 'conversations.reply',
  summary: 'Keeps a message for later',
  params: idParams,
  body: scheduledFields.extend({ fallback: fallback.default(null), cancelOnReply: cancelOnReply.default(false) }),
  response: scheduledMessage,
  status: 201,
  errors: ['window_closed', 'limit_reached', 'template_not_sendable', 'template_parameters_invalid'],
})

const scheduledParams = z.object({ id, scheduledId: id })

export const updateScheduledMessage = endpoint({
  method: 'PATCH',
  path: '/api/v1/conversations/:id/scheduled-messages/:scheduledId',
  can: 'conversations.reply',
  summary: 'Changes a message that waits, or plans one again that failed or was called off',
  params: scheduledParams,
  body: scheduledFields.partial(),
  response: scheduledMessage,
  errors: ['window_closed', 'state_invalid', 'template_not_sendable', 'template_parameters_invalid'],
})

export const cancelScheduledMessage = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:id/scheduled-messages/:scheduledId',
  can: 'conversations.reply',
  summary: 'Takes back a message that waits, or puts away one that failed or was called off',
  params: scheduledParams,
  response: null,
  errors: ['state_invalid'],
})
