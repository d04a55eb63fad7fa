import { z } from 'zod'
import { templateSend } from '../inbox/messages.ts'
import { id } from '../shared.ts'
import { canonicalEvents } from './canonical-events.ts'

export const webhookActionTypes = ['tags', 'list', 'attribute', 'template', 'automation'] as const

/** Most actions of an integration. */
export const webhookActionLimit = 20

const base = {
  /** Stays the same while an action is changed: what was done by it is not done twice. */
  id,
  /** Events after which it is done; empty for all. */
  on: z.array(z.enum(canonicalEvents)).max(canonicalEvents.length).default([]),
}

/** What is done about an event; in texts `{{name}}` stands for a field of it. */
export const webhookAction = z.discriminatedUnion('type', [
  z.object({ ...base, type: z.literal('tags'), tagIds: z.array(id).min(1).max(20) }),
  z.object({ ...base, type: z.literal('list'), listId: id, how: z.enum(['add', 'remove']).default('add') }),
  z.object({ ...base, type: z.literal('attribute'), key: z.string().min(1).max(60), value: z.string().max(500) }),
  z.object({
    ...base,
    type: z.literal('template'),
    channelId: id,
    template: templateSend,
    /** Once for each order, however often it is told; otherwise once for each event. */
    oncePerObject: z.boolean().default(true),
  }),
  /** Starts an automation for the contact, which knows the fields of the event. */
  z.object({ ...base, type: z.literal('automation'), automationId: id }),
])
export type WebhookAction = z.output<typeof webhookAction>

export const webhookActions = z
  .array(webhookAction)
  .max(webhookActionLimit)
  .refine((actions) => new Set(actions.map((action) => action.id)).size === actions.length, {
    params: { code: 'duplicate' },
  })

/** `skipped`: not done, for a reason that is none of the set-up, such as that the person wants none. */
export const actionStates = ['done', 'skipped', 'failed'] as const

/** What became of one action. */
export const actionResult = z.object({
  actionId: id,
  type: z.enum(webhookActionTypes),
  state: z.enum(actionStates),
  /** Why it was not done. */
  code: z.string().nullable(),
  messageId: id.nullable(),
})
export type ActionResult = z.infer<typeof actionResult>
