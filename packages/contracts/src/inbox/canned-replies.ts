import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, version } from '../shared.ts'
import { captionLimit, storedAttachment } from './messages.ts'

/** `{{contact.first_name}}` and the like are filled in when it is used; `|` gives what stands in for an empty one. */
const cannedParts = z.object({ text: filledText(4096), fileId: id.nullable().default(null) })

/** A file goes with the text as its caption, so that the text may be no longer than one. */
export const cannedContent = cannedParts.superRefine(({ text, fileId }, context) => {
  if (!fileId || text.length <= captionLimit) return
  context.addIssue({ code: 'too_big', origin: 'string', maximum: captionLimit, input: text, path: ['text'] })
})
export type CannedContent = z.infer<typeof cannedContent>

export const cannedVariables = [
  'contact.name',
  'contact.first_name',
  'contact.phone',
  'contact.email',
  'agent.name',
  'agent.first_name',
  'company.name',
  'channel.name',
  'conversation.id',
] as const

export const cannedReplyLimit = 2000

const cannedReplyFields = z.object({
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u),
  title: filledText(80),
  content: cannedContent,
  scope: z.enum(['company', 'team', 'personal']),
  teamId: id.nullable(),
})

const cannedReplyBody = cannedReplyFields.extend({
  scope: cannedReplyFields.shape.scope.default('personal'),
  teamId: cannedReplyFields.shape.teamId.default(null),
})

export const cannedReply = cannedReplyFields.extend({
  id,
  shortcut: z.string(),
  content: cannedParts,
  ownerId: id.nullable(),
  uses: z.number().int(),
  version,
  /** Name of the file in the content. */
  fileName: z.string().nullable(),
  /** Whether the reader may change it. */
  editable: z.boolean(),
})
export type CannedReply = z.infer<typeof cannedReply>

export const listCannedReplies = endpoint({
  method: 'GET',
  path: '/api/v1/canned-replies',
  can: 'company.view',
  summary: 'Canned replies I can use: of the company, of my teams, my own; those used most first',
  query: z.object({ search: z.string().trim().max(100).optional() }),
  response: z.object({ data: z.array(cannedReply) }),
})
export const createCannedReply = endpoint({
  method: 'POST',
  path: '/api/v1/canned-replies',
  can: 'conversations.reply',
  summary: 'Adds a canned reply; those for others need settings.share',
  body: cannedReplyBody,
  response: cannedReply,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateCannedReply = endpoint({
  method: 'PATCH',
  path: '/api/v1/canned-replies/:id',
  can: 'conversations.reply',
  summary: 'Changes a canned reply; `version` is the one that was read',
  params: idParams,
  body: cannedReplyFields.partial().extend({ version }),
  response: cannedReply,
  errors: ['conflict', 'duplicate'],
})
export const deleteCannedReply = endpoint({
  method: 'DELETE',
  path: '/api/v1/canned-replies/:id',
  can: 'conversations.reply',
  summary: 'Removes a canned reply',
  params: idParams,
  response: null,
})
export const uploadCannedFile = endpoint({
  method: 'POST',
  path: '/api/v1/canned-replies/files',
  can: 'conversations.reply',
  summary: 'Stores a picture, video or document for a canned reply; it goes after a day unless a reply takes it',
  bodyKind: 'multipart',
  response: storedAttachment,
  status: 201,
  errors: ['file_type_refused', 'file_too_large', 'storage_quota_exceeded'],
})
export const renderCannedReply = endpoint({
  method: 'POST',
  path: '/api/v1/canned-replies/:id/uses',
  can: 'conversations.reply',
  summary: 'Counts a use, and answers the text filled in for a conversation',
  params: idParams,
  body: z.object({ conversationId: id }),
  response: z.object({ text: z.string(), fileId: id.nullable() }),
})
