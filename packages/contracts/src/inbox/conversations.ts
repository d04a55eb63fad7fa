import { z } from 'zod'
import { presences } from '../automation/presence.ts'
import { contactCard } from '../contacts/contacts.ts'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant, pageOf, pageQuery, person } from '../shared.ts'
import { messageStatuses } from './messages.ts'

export const conversationStatuses = ['open', 'pending', 'snoozed', 'resolved'] as const
export type ConversationStatus = (typeof conversationStatuses)[number]

/** Index is the stored number. */
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export type Priority = (typeof priorities)[number]

export const slaKinds = ['first_response', 'next_response', 'resolution'] as const

export const conversationSummary = z.object({
  id,
  status: z.enum(conversationStatuses),
  channel: z.object({
    id,
    name: z.string(),
    phone: z.string(),
    status: z.string(),
  }),
  contact: z.object({
    id,
    displayName: z.string(),
    phone: z.string().nullable(),
  }),
  assignee: person.nullable(),
  team: z.object({ id, name: z.string() }).nullable(),
  priority: z.enum(priorities),
  labelIds: z.array(id),
  snoozedUntil: instant.nullable(),
  /** The promise that breaks next; null when none runs. */
  slaDueAt: instant.nullable(),
  /** Someone named the reader in a note that they have not seen. */
  mentioned: z.boolean(),
  unreadCount: z.number().int(),
  windowExpiresAt: instant.nullable(),
  /** For people who came by an advertisement: until when messages are free. */
  freeEntryExpiresAt: instant.nullable(),
  lastMessageAt: instant,
  lastDirection: z.enum(['in', 'out']).nullable(),
  lastPreview: z.string(),
  /** Type of the last message, so that the list can say "Photo" in the reader's language. */
  lastType: z.string().nullable(),
  /** Status of the last message when it is ours. */
  lastStatus: z.enum(messageStatuses).nullable(),
  waitingSince: instant.nullable(),
  /** When a message of ours failed that was neither sent again nor put away since. */
  failedAt: instant.nullable(),
  version: z.number().int(),
})
export type ConversationSummary = z.infer<typeof conversationSummary>

/**
 * `team`: queues of my teams; `mentions`: where someone named me; `failed`: with messages that did not arrive, open or
 * not; `pending`: an agent or a bot answers.
 */
export const conversationViews = [
  'mine',
  'unassigned',
  'team',
  'mentions',
  'failed',
  'snoozed',
  'pending',
  'all',
] as const
export type ConversationView = (typeof conversationViews)[number]

export const conversationSorts = ['newest', 'waiting', 'sla', 'priority'] as const

/** Events of a conversation that it can be filtered by. */
export const conversationEvents = ['created', 'answered', 'resolved'] as const

export const conversationFilter = z.object({
  view: z.enum(conversationViews).default('all'),
  /** `open` is everything that is not resolved; the view `snoozed` is left out of it. */
  status: z.enum(['open', 'resolved', 'all']).default('open'),
  channelId: id.optional(),
  assigneeId: id.optional(),
  teamId: id.optional(),
  labelId: id.optional(),
  priority: z.enum(priorities).optional(),
  unread: z.enum(['true']).optional(),
  /** The last message is from the customer. */
  waiting: z.enum(['true']).optional(),
  /** A target of its SLA policy was missed and is still open. */
  overdue: z.enum(['true']).optional(),
  /** An event `from` one day `to` another, both included, in that `hour`; in the company's time zone. */
  event: z.enum(conversationEvents).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** Part of a name, phone or e-mail; two characters or more. Accents and case do not matter. */
  search: z.string().trim().min(2).max(100).optional(),
  sort: z.enum(conversationSorts).default('newest'),
})

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations',
  can: 'conversations.view',
  scope: 'conversations:read',
  summary: 'Conversations the member may see',
  query: pageQuery.extend(conversationFilter.shape),
  response: pageOf(conversationSummary),
})

export const countConversations = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/counts',
  can: 'conversations.view',
  summary: 'Open conversations by view, how many have unread messages, and resolved ones; counted up to 1,000',
  response: z.object({
    mine: z.number().int(),
    unassigned: z.number().int(),
    team: z.number().int(),
    mentions: z.number().int(),
    failed: z.number().int(),
    snoozed: z.number().int(),
    pending: z.number().int(),
    all: z.number().int(),
    unread: z.number().int(),
    resolved: z.number().int(),
  }),
})

/** The maximum number of filters that one call counts. */
export const countedFilters = 20

export const countFilters = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/counts',
  can: 'conversations.view',
  summary: 'How many conversations each of several filters shows, in their order; counted up to 1,000',
  body: z.object({
    filters: z
      .array(conversationFilter.omit({ sort: true }))
      .min(1)
      .max(countedFilters),
  }),
  response: z.object({ counts: z.array(z.number().int()) }),
})

/** `no`: everything; `replies`: replies while the 24-hour window is open; `blocked`: nothing. */
export const suppressionEffects = ['no', 'replies', 'blocked'] as const
export type SuppressionEffect = (typeof suppressionEffects)[number]

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id',
  can: 'conversations.view',
  scope: 'conversations:read',
  summary: 'One conversation with its contact',
  params: idParams,
  response: conversationSummary.extend({
    contact: contactCard,
    previousConversations: z.number().int(),
    /** What the suppression list leaves of sending to this person. */
    suppressed: z.enum(suppressionEffects),
  }),
})

export const startConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations',
  can: 'conversations.reply',
  scope: 'messages:send',
  summary:
    'Opens (or finds) the conversation with a contact or a phone number on a channel; the first message must be a template',
  body: z
    .object({
      channelId: id,
      contactId: id.optional(),
      phone: z.string().trim().min(6).max(30).optional(),
      /** For a number that has no name yet. */
      name: z.string().trim().max(120).optional(),
    })
    .refine(({ contactId, phone }) => (contactId === undefined) !== (phone === undefined), {
      path: ['phone'],
      message: 'Either a contact or a phone',
    }),
  response: conversationSummary,
  status: 201,
  errors: ['channel_not_sendable'],
})

export const assignConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/assignment',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary:
    'Assigns the conversation to a member or to no one, to a team or to none; omitted fields stay. Assigning it to others needs conversations.assign',
  params: idParams,
  body: z.object({ assigneeId: id.nullable().optional(), teamId: id.nullable().optional() }),
  response: conversationSummary,
})

export const setConversationStatus = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/status',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary: 'Resolves or reopens; reopening also ends a snooze',
  params: idParams,
  /** `survey: false` resolves without asking the customer how it was. */
  body: z.object({ status: z.enum(['open', 'resolved']), survey: z.boolean().default(true) }),
  response: conversationSummary,
  errors: ['state_invalid'],
})

export const readConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/read',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary: 'Marks every message up to now as read by the team, or the last one as unread',
  params: idParams,
  body: z.object({ read: z.boolean().default(true) }),
  response: conversationSummary,
})

export const snoozeConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/snooze',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary:
    'Puts the conversation aside until a moment, or until the customer writes; a message of the customer ends both',
  params: idParams,
  body: z.object({ until: instant.nullable() }),
  response: conversationSummary,
  errors: ['state_invalid'],
})

export const setConversationPriority = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/priority',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary: 'How urgent the conversation is',
  params: idParams,
  body: z.object({ priority: z.enum(priorities) }),
  response: conversationSummary,
})

export const setConversationLabels = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/labels',
  can: 'conversations.reply',
  scope: 'conversations:write',
  summary: 'Adds and takes away labels',
  params: idParams,
  body: z.object({ add: z.array(id).max(20).default([]), remove: z.array(id).max(20).default([]) }),
  response: conversationSummary,
})

export const takeNextConversation = endpoint({
  method: 'POST',
  path: '/api/v1/conversations/next',
  can: 'conversations.reply',
  summary: 'Takes the conversation of my queues that has waited longest; null when there is none',
  body: z.object({ teamId: id.optional() }),
  response: z.object({ conversation: conversationSummary.nullable() }),
})

export const listParticipants = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/:id/participants',
  can: 'conversations.view',
  summary: 'Members who follow the conversation',
  params: idParams,
  response: z.object({ data: z.array(person), following: z.boolean() }),
})

export const followConversation = endpoint({
  method: 'PUT',
  path: '/api/v1/conversations/:id/following',
  can: 'conversations.view',
  summary: 'Whether I hear of what happens in the conversation',
  params: idParams,
  body: z.object({ following: z.boolean() }),
  response: null,
})

/** Someone who can be given conversations, with what they have to do. */
export const assignee = person.extend({
  presence: z.enum(presences),
  openConversations: z.number().int(),
  teamIds: z.array(id),
})
export type Assignee = z.infer<typeof assignee>

const peopleQuery = pageQuery.extend({
  limit: pageQuery.shape.limit.default(50),
  /** Part of a name; capitals and accents do not matter. */
  search: z.string().trim().max(120).optional(),
  /** Only this user. */
  id: id.optional(),
})

export const listAssignees = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/assignees',
  can: 'conversations.view',
  summary: 'Members whom one may give conversations to, by name: oneself, and for leads everybody',
  query: peopleQuery,
  response: pageOf(assignee),
})

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/v1/conversations/colleagues',
  can: 'conversations.view',
  scope: 'conversations:read',
  summary: 'Members by name; with a conversation only those who may see it, and can be named in its notes',
  query: peopleQuery.extend({ conversationId: id.optional() }),
  response: pageOf(person),
})
