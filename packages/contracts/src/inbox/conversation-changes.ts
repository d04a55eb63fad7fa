import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'
import { conversationSummary, priorities } from './conversations.ts'
import { messageDraft } from './messages.ts'
import { noteDraft } from './notes.ts'

/** Most conversations in one bulk change. */
export const bulkLimit = 500

const clientKey = z.string().min(8).max(60)

/** One change for many conversations. A macro runs once in each of them for a client key, however often it is sent. */
export const bulkChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('assign'), assigneeId: id.nullable() }),
  z.object({ type: z.literal('team'), teamId: id.nullable() }),
  z.object({ type: z.literal('priority'), priority: z.enum(priorities) }),
  z.object({
    type: z.literal('labels'),
    add: z.array(id).max(20).default([]),
    remove: z.array(id).max(20).default([]),
  }),
  z.object({ type: z.literal('snooze'), until: instant.nullable() }),
  z.object({ type: z.literal('status'), status: z.enum(['open', 'resolved']), survey: z.boolean().default(true) }),
  z.object({ type: z.literal('read'), read: z.boolean() }),
  z.object({ type: z.literal('macro'), macroId: id, clientKey }),
])
export type BulkChange = z.infer<typeof bulkChange>

export const changeConversations = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/changes',
  can: 'conversations.bulk',
  summary: 'Does the same to many conversations; each one succeeds or fails by itself',
  body: z.object({ ids: z.array(id).min(1).max(bulkLimit), change: bulkChange }),
  response: z.object({
    done: z.number().int(),
    failed: z.array(z.object({ id, code: z.string() })),
  }),
})

export const runMacro = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/macro-runs',
  can: 'conversations.reply',
  summary:
    'Runs a macro: all of its steps or, when one is refused, none. One that sends something is held as a message is',
  params: idParams,
  body: z.object({ macroId: id, clientKey }),
  response: conversationSummary,
  status: 201,
  errors: [
    'window_closed',
    'template_not_sendable',
    'template_parameters_invalid',
    'opted_out',
    'contact_suppressed',
    'contact_blocked',
    'channel_not_sendable',
    'sending_paused',
    'state_invalid',
    'conflict',
    'idempotency_mismatch',
  ],
})

/** Most messages and notes in one call. */
export const writingsLimit = 50

export const writeSeveral = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/:id/writings',
  can: 'conversations.reply',
  summary:
    'Sends messages and writes notes one after the other, as a page that is left does; each succeeds or fails by itself',
  params: idParams,
  body: z.object({
    items: z
      .array(z.discriminatedUnion('type', [...messageDraft.options, noteDraft.extend({ type: z.literal('note') })]))
      .min(1)
      .max(writingsLimit),
  }),
  response: z.object({ failed: z.array(z.object({ clientKey: z.string(), code: z.string() })) }),
})
