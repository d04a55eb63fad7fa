import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import { notificationId } from './domain.ts'
import { queryFlag, queryLimit, queryList, queryPage, wireObject } from './shared.ts'
import { v1 } from './v1.ts'
import { messageReadFilters } from './vocabulary.ts'

// The inbox of one subscriber: what its widget and the holder of an API key share.

const date = z.iso.datetime()
const person = wireObject({
  _id: z.string(),
  id: z.string(),
  subscriberId: z.string(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  avatar: z.string().optional(),
})

/** A message as it stands in a feed. */
export const inboxMessage = wireObject({
  _id: z.string(),
  id: z.string(),
  _templateId: z.string(),
  templateIdentifier: z.string(),
  _messageTemplateId: z.string(),
  _notificationId: z.string(),
  _jobId: z.string(),
  _subscriberId: z.string(),
  _environmentId: z.string(),
  _organizationId: z.string(),
  _feedId: z.string().nullable(),
  _actorId: z.string().optional(),
  channel: z.string(),
  content: z.string(),
  cta: wireObject({ action: wireObject({ buttons: z.array(z.unknown()) }) }),
  seen: z.boolean(),
  read: z.boolean(),
  lastSeenDate: date.optional(),
  lastReadDate: date.optional(),
  createdAt: date,
  updatedAt: date,
  expireAt: date,
  transactionId: z.string(),
  payload: jsonObject,
  /** There: `payload` is empty, because those of the messages before it in the answer were very large. */
  payloadOmitted: z.boolean().optional(),
  providerId: z.string(),
  status: z.string(),
  deviceTokens: z.array(z.string()),
  deleted: z.boolean(),
  deletedAt: date.optional(),
  archived: z.boolean(),
  archivedAt: date.optional(),
  /** When it comes back to the inbox; null: it has not been put off. */
  snoozedUntil: date.nullable(),
  actor: z.object({ type: z.string(), data: z.string().nullable() }).optional(),
  /** Null when the subscriber was removed since. */
  subscriber: person.nullable(),
  actorSubscriber: person.optional(),
})
export type InboxMessage = z.output<typeof inboxMessage>

export const feedPage = z.object({
  data: z.array(inboxMessage),
  totalCount: z.number(),
  hasMore: z.boolean(),
  pageSize: z.number(),
  page: z.number(),
})

/** The inbox has what is neither archived nor put off, unless the one or the other is asked for. */
const shelves = { archived: queryFlag, snoozed: queryFlag }

/** Base64 of a JSON object; each of its values must equal the message's. */
const payloadFilter = z.union([z.string(), z.array(z.string())]).optional()

export const feedQuery = z.object({
  page: queryPage,
  limit: queryLimit(10, 100),
  feedIdentifier: queryList,
  seen: queryFlag,
  read: queryFlag,
  ...shelves,
  payload: payloadFilter,
})
export const countQuery = z.object({
  feedIdentifier: queryList,
  seen: queryFlag,
  read: queryFlag,
  ...shelves,
  payload: payloadFilter,
  limit: queryLimit(100, 100),
})
export const inboxCount = z.object({ count: z.number() })

const split = (value: unknown) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value)

/** One id, a list of them, or a text with commas between them. */
export const messageIds = z
  .unknown()
  .refine((value) => value !== undefined && value !== null && value !== '', 'messageId is required')
  .transform(split)
  .pipe(z.array(notificationId))

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

/** An empty mark means seen, as the published client says it. */
export const markBody = z.object({
  messageId: messageIds,
  mark: z
    .object({ seen: flag, read: flag })
    .transform(({ seen, read }) => (seen === undefined && read === undefined ? { seen: true } : { seen, read })),
})

export type MarkWord = (typeof messageReadFilters)[number]
export const markAsBody = z.object({ messageId: messageIds, markAs: z.enum(messageReadFilters) })

export const archiveBody = z.object({ messageId: messageIds, archived: z.boolean() })

/** A message can be put off for at most so long. */
export const maxSnoozeDays = 366
export const snoozeBody = z.object({
  messageId: messageIds,
  snoozedUntil: z.iso
    .datetime({ offset: true, error: 'snoozedUntil must be an ISO date or null' })
    .transform((text) => new Date(text))
    .nullable(),
})

/** One feed or several; nothing means all messages. */
export const feedChoice = z
  .union([z.string(), z.array(z.string())])
  .nullish()
  .transform((value) => (value === undefined || value === null || value === '' ? undefined : [value].flat()))

export const actionParams = { messageId: notificationId, type: z.enum(['primary', 'secondary']) }
export const actionBody = z.object({
  status: z.enum(['pending', 'done']),
  payload: jsonObject.nullish(),
})

const ofSubscriber = { subscriberId: z.string() }
const tag = 'Subscribers'

export const getSubscriberFeed = v1({
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/notifications/feed',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'A page of the inbox of a subscriber, newest first',
  params: z.object(ofSubscriber),
  query: feedQuery,
  response: feedPage,
})

export const countSubscriberUnseen = v1({
  method: 'GET',
  path: '/v1/subscribers/:subscriberId/notifications/unseen',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'How many messages in the inbox of a subscriber are unseen',
  params: z.object(ofSubscriber),
  query: countQuery,
  response: inboxCount,
})

export const markSubscriberMessages = v1({
  method: 'POST',
  path: '/v1/subscribers/:subscriberId/messages/markAs',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'Set the seen and read flags of messages',
  params: z.object(ofSubscriber),
  body: markBody,
  response: z.array(inboxMessage),
})

export const markSubscriberMessagesAs = v1({
  method: 'POST',
  path: '/v1/subscribers/:subscriberId/messages/mark-as',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'Mark messages with one word',
  params: z.object(ofSubscriber),
  body: markAsBody,
  response: z.array(inboxMessage),
})

export const markAllSubscriberMessages = v1({
  method: 'POST',
  path: '/v1/subscribers/:subscriberId/messages/mark-all',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'Mark the whole inbox of a subscriber, or some of its feeds; answers how many messages changed',
  params: z.object(ofSubscriber),
  body: z.object({ markAs: z.enum(messageReadFilters), feedIdentifier: feedChoice }),
  response: z.number(),
})

export const actOnSubscriberMessage = v1({
  method: 'POST',
  path: '/v1/subscribers/:subscriberId/messages/:messageId/actions/:type',
  auth: 'apiKey',
  category: 'configuration',
  tag,
  summary: 'Note what became of a button of a message',
  params: z.object({ ...ofSubscriber, ...actionParams }),
  body: actionBody,
  response: inboxMessage,
})
