import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listNames } from './list-names.ts'
import { captionLimit, storedAttachment, templateSend } from './messages.ts'
import { id, idParams, timezone, version } from './shared.ts'

/** How a company's team works: teams, hours, labels, promises, ready texts. Settings of `/companies/:id`, read by the chat. */

// Bodies of changes carry no defaults: what is absent stays as it is.

const name = (max: number) => z.string().trim().min(1).max(max)
const removed = { params: idParams, response: null } as const

/** Colours of labels and tags; the names of the palette, so that both schemes have one with enough contrast. */
export const labelColors = [
  'gray',
  'red',
  'pink',
  'grape',
  'violet',
  'indigo',
  'blue',
  'cyan',
  'teal',
  'green',
  'lime',
  'yellow',
  'orange',
] as const
export const labelLimit = 200
/** Most teams, business hours, SLA policies; most macros and views that one person sees. */
export const deskLimit = 100

export const label = z.object({ id, name: z.string(), color: z.enum(labelColors) })
export type Label = z.infer<typeof label>
const labelBody = z.object({ name: name(40), color: z.enum(labelColors) })

export const listLabels = endpoint({
  method: 'GET',
  path: '/api/v1/labels',
  can: 'company.view',
  summary: 'Labels for conversations, by name; `with=counts` adds how many open conversations have each',
  query: z.object({ with: z.literal('counts').optional() }),
  response: z.object({ data: z.array(label.extend({ conversations: z.number().int().optional() })) }),
})
export const createLabel = endpoint({
  method: 'POST',
  path: '/api/v1/labels',
  can: 'company.manage',
  summary: 'Adds a label',
  body: labelBody,
  response: label,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateLabel = endpoint({
  method: 'PATCH',
  path: '/api/v1/labels/:id',
  can: 'company.manage',
  summary: 'Changes a label wherever it is used',
  params: idParams,
  body: labelBody.partial(),
  response: label,
  errors: ['duplicate'],
})
export const deleteLabel = endpoint({
  method: 'DELETE',
  path: '/api/v1/labels/:id',
  can: 'company.manage',
  summary: 'Removes a label, also from its conversations',
  ...removed,
})

/** `HH:MM`; `24:00` ends a day. */
export const timeOfDay = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/)
/** `weekday` is 0 for Sunday to 6 for Saturday; `to` is later than `from`. A night shift is two intervals. */
export const weeklyInterval = z
  .object({ weekday: z.number().int().min(0).max(6), from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from < to, { path: ['to'], message: 'Ends before it begins' })
export type WeeklyInterval = z.infer<typeof weeklyInterval>
/** A day without work, in the zone of the hours; without a year it comes back each year. */
export const holiday = z.object({
  date: z.string().regex(/^(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/),
  name: z.string().trim().max(80),
})
export type Holiday = z.infer<typeof holiday>

const businessHoursBody = z.object({
  name: name(60),
  timezone,
  weekly: z.array(weeklyInterval).max(50),
  holidays: z.array(holiday).max(200),
})
export const businessHours = businessHoursBody.extend({ id, usedBy: z.number().int() })
export type BusinessHours = z.infer<typeof businessHours>

export const listBusinessHours = endpoint({
  method: 'GET',
  path: '/api/v1/business-hours',
  can: 'company.view',
  summary: 'Business hours of the company',
  response: z.object({ data: z.array(businessHours) }),
})
export const createBusinessHours = endpoint({
  method: 'POST',
  path: '/api/v1/business-hours',
  can: 'company.manage',
  summary: 'Adds business hours',
  body: businessHoursBody,
  response: businessHours,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateBusinessHours = endpoint({
  method: 'PATCH',
  path: '/api/v1/business-hours/:id',
  can: 'company.manage',
  summary: 'Changes business hours',
  params: idParams,
  body: businessHoursBody.partial(),
  response: businessHours,
  errors: ['duplicate'],
})
export const deleteBusinessHours = endpoint({
  method: 'DELETE',
  path: '/api/v1/business-hours/:id',
  can: 'company.manage',
  summary: 'Removes business hours; whoever used them works around the clock',
  ...removed,
})

/** How conversations that enter a team's queue find somebody. Only people who are online and have room are given any. */
export const autoAssign = z.object({
  mode: z.enum(['off', 'round_robin', 'least_loaded']).default('off'),
  /** Most open conversations for each member, unless the member has a number of their own. */
  capacity: z.number().int().min(1).max(500).default(20),
  /** Back to whoever had the customer within 30 days, if they are there. */
  sticky: z.boolean().default(true),
  /** Minutes after which a conversation nobody answered goes to the next; null keeps it. */
  reassignMinutes: z.number().int().min(1).max(1440).nullable().default(null),
})
export type AutoAssign = z.infer<typeof autoAssign>

export const presences = ['online', 'busy', 'away', 'offline'] as const
export type Presence = (typeof presences)[number]

const teamFields = z.object({
  name: name(60),
  description: z.string().trim().max(200).nullable(),
  autoAssign,
  businessHoursId: id.nullable(),
  defaultLabelIds: z.array(id).max(10),
  members: z.array(z.object({ userId: id, lead: z.boolean().default(false) })).max(500),
})
const teamBody = teamFields.extend({
  description: teamFields.shape.description.default(null),
  businessHoursId: teamFields.shape.businessHoursId.default(null),
  defaultLabelIds: teamFields.shape.defaultLabelIds.default([]),
})
export const team = teamFields.extend({
  id,
  description: z.string().nullable(),
  members: z.array(
    z.object({
      userId: id,
      name: z.string(),
      avatarUrl: z.string().nullable(),
      lead: z.boolean(),
      presence: z.enum(presences),
    }),
  ),
  openConversations: z.number().int(),
})
export type Team = z.infer<typeof team>

export const listTeams = endpoint({
  method: 'GET',
  path: '/api/v1/teams',
  can: 'company.view',
  summary: 'Teams of the company with their members',
  response: z.object({ data: z.array(team) }),
})
export const createTeam = endpoint({
  method: 'POST',
  path: '/api/v1/teams',
  can: 'company.manage',
  summary: 'Adds a team',
  body: teamBody,
  response: team,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateTeam = endpoint({
  method: 'PATCH',
  path: '/api/v1/teams/:id',
  can: 'company.manage',
  summary: 'Changes a team; `members` replaces them all',
  params: idParams,
  body: teamFields.partial(),
  response: team,
  errors: ['duplicate'],
})
export const deleteTeam = endpoint({
  method: 'DELETE',
  path: '/api/v1/teams/:id',
  can: 'company.manage',
  summary: 'Removes a team; its conversations belong to no team',
  ...removed,
})

export const setPresence = endpoint({
  method: 'PUT',
  path: '/api/v1/me/presence',
  can: 'company.view',
  summary: 'Whether I can be given conversations in the current company',
  body: z.object({ presence: z.enum(presences) }),
  response: z.object({ presence: z.enum(presences) }),
})

/** Minutes; null promises nothing. */
const minutes = z.number().int().min(1).max(525_600).nullable().default(null)
export const slaTargets = z.object({ firstResponse: minutes, nextResponse: minutes, resolution: minutes })
export type SlaTargets = z.infer<typeof slaTargets>
/** Empty lists ask nothing. */
export const slaConditions = z.object({
  teamIds: z.array(id).max(50).default([]),
  channelIds: z.array(id).max(50).default([]),
  labelIds: z.array(id).max(50).default([]),
  priorities: z.array(z.number().int().min(0).max(4)).max(5).default([]),
})
export type SlaConditions = z.infer<typeof slaConditions>

const slaPolicyFields = z.object({
  name: name(60),
  targets: slaTargets.refine((targets) => Object.values(targets).some((value) => value !== null), {
    message: 'Promises nothing',
  }),
  conditions: slaConditions,
  businessHoursId: id.nullable(),
  active: z.boolean(),
  position: z.number().int().min(0).max(1000),
})
const slaPolicyBody = slaPolicyFields.extend({
  businessHoursId: slaPolicyFields.shape.businessHoursId.default(null),
  active: slaPolicyFields.shape.active.default(true),
  /** Absent: after all others. */
  position: slaPolicyFields.shape.position.optional(),
})
export const slaPolicy = slaPolicyFields.extend({ id })
export type SlaPolicy = z.infer<typeof slaPolicy>

export const listSlaPolicies = endpoint({
  method: 'GET',
  path: '/api/v1/sla-policies',
  can: 'company.view',
  summary: 'SLA policies in the order in which they are tried',
  response: z.object({ data: z.array(slaPolicy) }),
})
export const createSlaPolicy = endpoint({
  method: 'POST',
  path: '/api/v1/sla-policies',
  can: 'company.manage',
  summary: 'Adds an SLA policy; it holds for conversations that begin or reopen from now on',
  body: slaPolicyBody,
  response: slaPolicy,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateSlaPolicy = endpoint({
  method: 'PATCH',
  path: '/api/v1/sla-policies/:id',
  can: 'company.manage',
  summary: 'Changes an SLA policy; clocks that run keep the times they began with',
  params: idParams,
  body: slaPolicyFields.partial(),
  response: slaPolicy,
  errors: ['duplicate'],
})
export const deleteSlaPolicy = endpoint({
  method: 'DELETE',
  path: '/api/v1/sla-policies/:id',
  can: 'company.manage',
  summary: 'Removes an SLA policy',
  ...removed,
})

/** `{{contact.first_name}}` and the like are filled in when it is used; `|` gives what stands in for an empty one. */
const cannedParts = z.object({ text: z.string().trim().min(1).max(4096), fileId: id.nullable().default(null) })
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
  title: name(80),
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
  summary: 'Adds a canned reply; those for others need desk.share',
  body: cannedReplyBody,
  response: cannedReply,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateCannedReply = endpoint({
  method: 'PATCH',
  path: '/api/v1/canned-replies/:id',
  can: 'conversations.reply',
  summary: 'Changes a canned reply',
  params: idParams,
  body: cannedReplyFields.partial(),
  response: cannedReply,
  errors: ['duplicate'],
})
export const deleteCannedReply = endpoint({
  method: 'DELETE',
  path: '/api/v1/canned-replies/:id',
  can: 'conversations.reply',
  summary: 'Removes a canned reply',
  ...removed,
})
export const uploadCannedFile = endpoint({
  method: 'POST',
  path: '/api/v1/canned-replies/files',
  can: 'conversations.reply',
  summary: 'Stores a picture, video or document for a canned reply; it goes after a day unless a reply takes it',
  bodyKind: 'multipart',
  response: storedAttachment,
  status: 201,
  errors: ['file_type_refused', 'file_too_large'],
})
export const useCannedReply = endpoint({
  method: 'POST',
  path: '/api/v1/canned-replies/:id/uses',
  can: 'conversations.reply',
  summary: 'Counts a use, and answers the text filled in for a conversation',
  params: idParams,
  body: z.object({ conversationId: id }),
  response: z.object({ text: z.string(), fileId: id.nullable() }),
})

/** One change that a macro makes, or one message that it sends. */
export const macroStep = z.discriminatedUnion('type', [
  z.object({ type: z.literal('send_text'), text: z.string().trim().min(1).max(4096) }),
  z.object({ type: z.literal('send_canned'), cannedReplyId: id }),
  /** Values may hold the variables of canned replies. */
  z.object({
    type: z.literal('send_template'),
    template: templateSend.extend({ name: z.string().min(1).max(512) }),
  }),
  z.object({ type: z.literal('note'), text: z.string().trim().min(1).max(10_000) }),
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
  name: name(60),
  steps: z.array(macroStep).min(1).max(20),
  scope: z.enum(['company', 'personal']),
})
const macroBody = macroFields.extend({ scope: macroFields.shape.scope.default('personal') })
export const macro = macroFields.extend({ id, editable: z.boolean() })
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
  summary: 'Adds a macro; those for all need desk.share',
  body: macroBody,
  response: macro,
  status: 201,
  errors: ['limit_reached'],
})
export const updateMacro = endpoint({
  method: 'PATCH',
  path: '/api/v1/macros/:id',
  can: 'conversations.reply',
  summary: 'Changes a macro',
  params: idParams,
  body: macroFields.partial(),
  response: macro,
})
export const deleteMacro = endpoint({
  method: 'DELETE',
  path: '/api/v1/macros/:id',
  can: 'conversations.reply',
  summary: 'Removes a macro',
  ...removed,
})

const savedViewFields = z.object({
  page: z.enum(listNames),
  name: name(60),
  /** Search parameters of the page, as they stand in its address. */
  search: z.record(z.string().max(40), z.union([z.string().max(500), z.number(), z.boolean()])),
  shared: z.boolean(),
})
const savedViewBody = savedViewFields.extend({ shared: savedViewFields.shape.shared.default(false) })
export const savedView = savedViewFields.extend({
  id,
  editable: z.boolean(),
  /** The page opens with it for whoever asks. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof savedView>

export const listSavedViews = endpoint({
  method: 'GET',
  path: '/api/v1/views',
  can: 'signed_in',
  summary: 'Saved views of a page: my own, and those shared in the company where the page is one of a company',
  query: z.object({ page: z.enum(listNames) }),
  response: z.object({ data: z.array(savedView) }),
})
export const createSavedView = endpoint({
  method: 'POST',
  path: '/api/v1/views',
  can: 'signed_in',
  summary: 'Keeps the filters of a page; sharing them needs desk.share, and a page of a company',
  body: savedViewBody,
  response: savedView,
  status: 201,
  errors: ['limit_reached'],
})
export const updateSavedView = endpoint({
  method: 'PATCH',
  path: '/api/v1/views/:id',
  can: 'signed_in',
  summary: 'Changes a saved view',
  params: idParams,
  body: savedViewFields.omit({ page: true }).partial(),
  response: savedView,
})
export const setDefaultView = endpoint({
  method: 'PUT',
  path: '/api/v1/views/:id/default',
  can: 'signed_in',
  summary: 'Says whether the page opens with this view for me; the one before no longer does',
  params: idParams,
  body: z.object({ isDefault: z.boolean() }),
  response: savedView,
})
export const deleteSavedView = endpoint({
  method: 'DELETE',
  path: '/api/v1/views/:id',
  can: 'signed_in',
  summary: 'Removes a saved view',
  ...removed,
})

export const attributeTypes = [
  'text',
  'number',
  'money',
  'date',
  'datetime',
  'boolean',
  'select',
  'multi_select',
  'url',
  'phone',
  'email',
] as const
export const attributeLimit = 100

const attributeFields = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/),
  label: z.object({ en: name(60), pt: name(60) }),
  type: z.enum(attributeTypes),
  options: z.array(name(60)).max(100),
  required: z.boolean(),
  sensitive: z.boolean(),
  position: z.number().int().min(0).max(1000),
})
const attributeBody = attributeFields.extend({
  options: attributeFields.shape.options.default([]),
  required: attributeFields.shape.required.default(false),
  sensitive: attributeFields.shape.sensitive.default(false),
  /** Absent: after all others. */
  position: attributeFields.shape.position.optional(),
})
export const contactAttribute = attributeFields.extend({ id })
export type ContactAttribute = z.infer<typeof contactAttribute>

export const listContactAttributes = endpoint({
  method: 'GET',
  path: '/api/v1/contact-attributes',
  can: 'company.view',
  summary: 'Fields of contacts that the company made up, in their order',
  response: z.object({ data: z.array(contactAttribute) }),
})
export const createContactAttribute = endpoint({
  method: 'POST',
  path: '/api/v1/contact-attributes',
  can: 'company.manage',
  summary: 'Adds a field for contacts; key and type stay for good',
  body: attributeBody,
  response: contactAttribute,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateContactAttribute = endpoint({
  method: 'PATCH',
  path: '/api/v1/contact-attributes/:id',
  can: 'company.manage',
  summary: 'Changes a field of contacts',
  params: idParams,
  body: attributeFields.omit({ key: true, type: true }).partial(),
  response: contactAttribute,
})
export const deleteContactAttribute = endpoint({
  method: 'DELETE',
  path: '/api/v1/contact-attributes/:id',
  can: 'company.manage',
  summary: 'Removes a field with its values',
  ...removed,
})

/** How the desk behaves. A stored object may lack members: `deskSettings.parse({})` gives every default. */
export const deskSettings = z.object({
  /** Days within which a resolved conversation is taken up again by the customer's next message. */
  reopenDays: z.number().int().min(0).max(365).default(7),
  /** Days without a word from either side after which a conversation is resolved; null never. */
  autoResolveDays: z.number().int().min(1).max(365).nullable().default(null),
  /** When the customer sees blue ticks. */
  readReceipts: z.enum(['on_open', 'on_reply', 'off']).default('on_reply'),
  /** Whether the customer sees that somebody is typing. */
  typingIndicator: z.boolean().default(true),
  /** Seconds in which a send can be taken back. */
  undoSeconds: z.number().int().min(0).max(10).default(5),
  csat: z
    .object({
      enabled: z.boolean().default(false),
      scale: z.enum(['stars', 'thumbs']).default('stars'),
      /** What is asked; empty is the product's own text in the company's language. */
      question: z.string().trim().max(600).default(''),
      thanks: z.string().trim().max(600).default(''),
      /** Template for closed windows; null asks only while it is open. */
      template: z
        .object({ name: z.string().max(512), language: z.string().max(20) })
        .nullable()
        .default(null),
    })
    .prefault({}),
})
export type DeskSettings = z.infer<typeof deskSettings>

export const getDeskSettings = endpoint({
  method: 'GET',
  path: '/api/v1/desk-settings',
  can: 'company.view',
  summary: 'How the desk of the company behaves',
  response: z.object({ settings: deskSettings, version: z.number().int() }),
})
export const updateDeskSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/desk-settings',
  can: 'company.manage',
  summary: 'Replaces them; `version` is the one that was read',
  body: z.object({ settings: deskSettings, version }),
  response: z.object({ settings: deskSettings, version: z.number().int() }),
  errors: ['conflict'],
})
