import { z } from 'zod'
import { jsonObject } from '../shared.ts'
import { notificationId } from './domain.ts'
import {
  actionBody,
  actionParams,
  archiveBody,
  countQuery,
  feedChoice,
  feedPage,
  feedQuery,
  inboxCount,
  inboxMessage,
  markAsBody,
  markBody,
  snoozeBody,
} from './inbox.ts'
import { subscriberKey } from './subscribers.ts'
import { v1 } from './v1.ts'

// What the bell of the published clients calls.

const tag = 'Widget'
const text = z
  .string()
  .max(1000)
  .nullish()
  .transform((value) => value || undefined)

export const startWidgetSession = v1({
  method: 'POST',
  path: '/v1/widgets/session/initialize',
  auth: 'public',
  tag,
  summary:
    'Start the session of a subscriber, who is created when new. E-mail and phone of a known one change only with a hash.',
  body: z.object({
    applicationIdentifier: z.string().min(1, 'applicationIdentifier should not be empty'),
    subscriberId: subscriberKey,
    hmacHash: z.string().nullish(),
    firstName: text,
    lastName: text,
    email: text,
    phone: text,
  }),
  response: z.object({
    token: z.string(),
    profile: z.object({
      _id: z.string(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
      phone: z.string().optional(),
    }),
  }),
})

export const getWidgetFeed = v1({
  method: 'GET',
  path: '/v1/widgets/notifications/feed',
  auth: 'widget',
  tag,
  summary: 'A page of the inbox, or of what was archived or put off, newest first',
  query: feedQuery,
  response: feedPage,
})

export const countWidgetUnseen = v1({
  method: 'GET',
  path: '/v1/widgets/notifications/unseen',
  auth: 'widget',
  tag,
  summary: 'How many messages are unseen, counted up to a limit',
  query: countQuery,
  response: inboxCount,
})

export const countWidgetUnread = v1({
  method: 'GET',
  path: '/v1/widgets/notifications/unread',
  auth: 'widget',
  tag,
  summary: 'How many messages are unread, counted up to a limit',
  query: countQuery,
  response: inboxCount,
})

export const countWidgetMessages = v1({
  method: 'GET',
  path: '/v1/widgets/notifications/count',
  auth: 'widget',
  tag,
  summary: 'How many messages have these flags; the unseen ones unless flags are given',
  query: countQuery,
  response: inboxCount,
})

export const markWidgetMessages = v1({
  method: 'POST',
  path: '/v1/widgets/messages/markAs',
  auth: 'widget',
  tag,
  summary: 'Set the seen and read flags of messages',
  body: markBody,
  response: z.array(inboxMessage),
})

export const markWidgetMessagesAs = v1({
  method: 'POST',
  path: '/v1/widgets/messages/mark-as',
  auth: 'widget',
  tag,
  summary: 'Mark messages with one word',
  body: markAsBody,
  response: z.array(inboxMessage),
})

export const markAllWidgetMessagesRead = v1({
  method: 'POST',
  path: '/v1/widgets/messages/read',
  auth: 'widget',
  tag,
  summary: 'Mark everything unread as read and seen; answers how many messages changed',
  body: z.object({ feedId: feedChoice, payload: jsonObject.nullish() }),
  response: z.number(),
})

export const markAllWidgetMessagesSeen = v1({
  method: 'POST',
  path: '/v1/widgets/messages/seen',
  auth: 'widget',
  tag,
  summary: 'Mark everything unseen as seen; answers how many messages changed',
  body: z.object({ feedId: feedChoice, payload: jsonObject.nullish() }),
  response: z.number(),
})

export const archiveWidgetMessages = v1({
  method: 'POST',
  path: '/v1/widgets/messages/archive',
  auth: 'widget',
  tag,
  summary: 'Archive messages, which are seen and read then, or take them back into the inbox',
  body: archiveBody,
  response: z.array(inboxMessage),
})

export const snoozeWidgetMessages = v1({
  method: 'POST',
  path: '/v1/widgets/messages/snooze',
  auth: 'widget',
  tag,
  summary: 'Put messages off until a moment, at most a year away, or take them back into the inbox at once',
  body: snoozeBody,
  response: z.array(inboxMessage),
})

export const removeWidgetMessage = v1({
  method: 'DELETE',
  path: '/v1/widgets/messages/:messageId',
  auth: 'widget',
  tag,
  summary: 'Remove a message',
  params: z.object({ messageId: notificationId }),
  response: inboxMessage,
})

export const removeAllWidgetMessages = v1({
  method: 'DELETE',
  path: '/v1/widgets/messages',
  auth: 'widget',
  tag,
  summary: 'Remove every message of the inbox, or those of one feed',
  query: z.object({ feedId: z.string().optional() }),
  response: null,
})

export const removeWidgetMessages = v1({
  method: 'POST',
  path: '/v1/widgets/messages/bulk/delete',
  auth: 'widget',
  tag,
  summary: 'Remove some messages',
  body: z.object({
    messageIds: z
      .array(notificationId, 'messageIds must be a list of ids')
      .min(1, 'messageIds must contain at least 1 element')
      .max(100, 'messageIds must contain no more than 100 elements'),
  }),
  response: z.object({}),
  status: 200,
})

export const actOnWidgetMessage = v1({
  method: 'POST',
  path: '/v1/widgets/messages/:messageId/actions/:type',
  auth: 'widget',
  tag,
  summary: 'Note what became of a button of a message',
  params: z.object(actionParams),
  body: actionBody,
  response: inboxMessage,
})

export const getWidgetOrganization = v1({
  method: 'GET',
  path: '/v1/widgets/organization',
  auth: 'widget',
  tag,
  summary: 'The organization and its looks',
  response: z.object({
    _id: z.string(),
    name: z.string(),
    branding: z.object({
      color: z.string().optional(),
      logo: z.string().optional(),
      fontFamily: z.string().optional(),
      fontColor: z.string().optional(),
      contentBackground: z.string().optional(),
      direction: z.enum(['ltr', 'rtl']).optional(),
    }),
  }),
})

export const logWidgetUsage = v1({
  method: 'POST',
  path: '/v1/widgets/usage/log',
  auth: 'widget',
  tag,
  summary: 'Tell what the person did in the widget',
  body: z.object({ name: z.string().min(1, 'name should not be empty').max(200), payload: z.unknown().optional() }),
  response: z.object({ success: z.literal(true) }),
})
