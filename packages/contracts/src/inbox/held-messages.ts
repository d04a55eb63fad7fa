import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, person } from '../shared.ts'
import { message, messageDraft, storedAttachment } from './messages.ts'

/** A colleague's answer that is younger (milliseconds) holds back another one, unless its author wants both. */
export const collisionTime = 10_000

/** What someone sends waits this way, all of it: a message, all that a macro sends, the survey after resolving. */
export const heldKinds = ['message', 'macro', 'survey'] as const

/** `returned`: it did not go out, and its author decides. `undone`: kept for a day, so that no repeated call sends it. */
export const heldStates = ['held', 'returned', 'undone'] as const

export const returnReasons = ['answering', 'answered', 'refused'] as const

/** What is done with the conversation once the message is on its way. */
export const afterwards = z.enum(['resolve', 'snooze'])

/** One message of those that will go out, as its bubble shows it. */
export const heldContent = z.object({
  type: z.string(),
  text: z.string().nullable(),
  file: storedAttachment.omit({ size: true }).nullable(),
})

export const heldMessage = z.object({
  id,
  clientKey: z.string(),
  kind: z.enum(heldKinds),
  /** Of the macro. */
  name: z.string().nullable(),
  contents: z.array(heldContent),
  /** Whether it forwards a message of another conversation. */
  forward: z.boolean(),
  author: person,
  createdAt: instant,
  heldUntil: instant,
  state: z.enum(heldStates),
  /** Why it came back: a colleague was answering or answered, or sending was refused with an error code. */
  returned: z
    .object({ reason: z.enum(returnReasons), by: z.string().nullable(), code: z.string().nullable() })
    .nullable(),
})
export type HeldMessage = z.infer<typeof heldMessage>

export const listHeldMessages = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/held-messages',
  can: 'conversations.view',
  summary: 'What members send in the conversation and can still take back, and what came back to its author',
  params: idParams,
  response: z.object({ data: z.array(heldMessage) }),
})

export const holdMessage = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/held-messages',
  can: 'conversations.reply',
  summary:
    'Sends a message after the seconds in which the company lets sends be taken back; it comes back to its author when a colleague answered meanwhile, unless it goes `anyway`',
  params: idParams,
  body: z.object({
    draft: messageDraft,
    afterwards: afterwards.nullable().default(null),
    anyway: z.boolean().default(false),
  }),
  /** The held one, or the message once it went out; neither for one that was taken back. */
  response: z.object({ held: heldMessage.nullable(), message: message.nullable() }),
  status: 201,
  errors: [
    'window_closed',
    'template_not_sendable',
    'template_parameters_invalid',
    'channel_not_sendable',
    'opted_out',
    'contact_suppressed',
    'contact_blocked',
    'sending_paused',
    'conflict',
    'idempotency_mismatch',
  ],
})

export const undoHeldMessage = endpoint({
  method: 'DELETE',
  path: '/api/v1/conversations/:id/held-messages/:heldId',
  can: 'conversations.reply',
  summary:
    'Takes back what has not gone out yet, and answers it; a survey is taken back by opening the conversation again',
  params: z.object({ id, heldId: id }),
  response: heldMessage,
  errors: ['forbidden', 'state_invalid'],
})

export const releaseHeldMessages = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/held-messages/releases',
  can: 'conversations.reply',
  summary: 'Sends at once what I hold in the conversation, in its order; answers what came back',
  params: idParams,
  body: z.object({
    /** Up to this one, which may have come back before; all that is held without it. */
    upTo: id.optional(),
    anyway: z.boolean().default(false),
  }),
  response: z.object({ returned: z.array(heldMessage) }),
})
