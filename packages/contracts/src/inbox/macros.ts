import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, version } from '../shared.ts'
import { templateSend } from './messages.ts'

/** One change that a macro makes, or one message that it sends. */
export const macroStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send_text'), text: filledText(4096) }),
  z.object({ type: z.literal('send_canned'), cannedReplyId: id }),
  /** Values may hold the variables of canned replies. */
  z.object({
    type: z.literal('send_template'),
    template: templateSend.extend({ name: z.string().min(1).max(512) }),
  }),
  z.object({ type: z.literal('note'), text: filledText(10_000) }),
  z.object({ type: z.literal('add_labels'), labelIds: z.array(id).min(1).max(20) }),
  z.object({ type: z.literal('remove_labels'), labelIds: z.array(id).min(1).max(20) }),
  z.object({ type: z.literal('assign'), assigneeId: z.union([id, z.literal('me'), z.null()]) }),
  z.object({ type: z.literal('team'), teamId: id.nullable() }),
  z.object({ type: z.literal('priority'), priority: z.number().int().min(0).max(4) }),
  z.object({ type: z.literal('snooze'), minutes: z.number().int().min(1).max(525_600).nullable() }),
  z.object({ type: z.literal('resolve') }),
])
export type MacroStep = z.infer<typeof macroStep>

const macroFields = z.object({
  name: filledText(60),
  steps: z.array(macroStep).min(1).max(20),
  scope: z.enum(['company', 'personal']),
})

const macroBody = macroFields.extend({ scope: macroFields.shape.scope.default('personal') })

export const macro = macroFields.extend({ id, version, editable: z.boolean() })
export type Macro = z.infer<typeof macro>

export const listMacros = endpoint({
  method: 'GET',
  path: '/api/v1/macros',
  can: 'company.view',
  summary: 'Macros I can run, by name',
  response: z.object({ data: z.array(macro) }),
})
export const createMacro = endpoint({
  method: 'POST',
  path: '/api/v1/macros',
  can: 'conversations.reply',
  summary: 'Adds a macro; those for all need settings.share',
  body: macroBody,
  response: macro,
  status: 201,
  errors: ['limit_reached'],
})
export const updateMacro = endpoint({
  method: 'PATCH',
  path: '/api/v1/macros/:id',
  can: 'conversations.reply',
  summary: 'Changes a macro; `version` is the one that was read',
  params: idParams,
  body: macroFields.partial().extend({ version }),
  response: macro,
  errors: ['conflict'],
})
export const deleteMacro = endpoint({
  method: 'DELETE',
  path: '/api/v1/macros/:id',
  can: 'conversations.reply',
  summary: 'Removes a macro',
  params: idParams,
  response: null,
})
