import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, idParams, instant, jsonObject, pageOf, pageQuery, person } from '../shared.ts'
import { graphErrorClasses } from '../whatsapp/graph-errors.ts'
import { message, messageOrigins, messageStatuses, messageTypes, named } from './messages.ts'

/** The default and maximum number of days of a log query: the same as on the dashboard. */
export const logPeriod = { usual: 7, most: 400 }
/** Summaries count the newest messages up to so many. */
export const logSummaryLimit = 20_000
export const pricingCategories = [
  'marketing',
  'utility',
  'authentication',
  'authentication-international',
  'service',
  'referral-conversion',
] as const

/** Wherever a list can be narrowed to several values they are joined by commas. */
const several = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .string()
    .max(400)
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).max(values.length))

const errorCode = z.coerce.number().int().min(0).max(10_000_000)

export const logFilter = z.object({
  /** Days in the company's time zone, both included; without them the last seven. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** 0 is Sunday; in the company's time zone, like the hour. */
  weekday: z.coerce.number().int().min(0).max(6).optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  direction: z.enum(['in', 'out']).optional(),
  status: several(messageStatuses).optional(),
  type: several(messageTypes).optional(),
  origin: several(messageOrigins).optional(),
  errorClass: several(graphErrorClasses).optional(),
  /** `none`: failed without an error code. */
  errorCode: z.union([z.literal('none'), errorCode]).optional(),
  /** The category that a message is charged in, now or once it is delivered. */
  category: several(pricingCategories).optional(),
  /** The messages that make up the spend. */
  priced: z.enum(['yes']).optional(),
  channelId: id.optional(),
  /** The team whose queue the conversation is in. */
  teamId: id.optional(),
  /** The assignee of the conversation. */
  assigneeId: id.optional(),
  authorId: id.optional(),
  campaignId: id.optional(),
  /** Name of a template. */
  template: z.string().trim().max(512).optional(),
  /** Part of a contact's name, phone or e-mail. */
  contact: z.string().trim().min(2).max(100).optional(),
  /** Words of the text, as the search of messages finds them. */
  q: z.string().trim().min(2).max(200).optional(),
})
export type LogFilter = z.output<typeof logFilter>

/** Price of one message; `estimated` while no status has said whether it is charged. */
export const messageCost = z.object({ amount: z.number(), currency: z.string(), estimated: z.boolean() })

export const logEntry = z.object({
  id,
  conversationId: id,
  occurredAt: instant,
  direction: z.enum(['in', 'out']),
  contact: z.object({ id, displayName: z.string(), phone: z.string().nullable() }),
  channel: z.object({ id, name: z.string() }),
  type: z.enum(messageTypes),
  templateName: z.string().nullable(),
  preview: z.string(),
  origin: z.enum(messageOrigins),
  author: person.nullable(),
  campaign: named.optional(),
  status: z.enum(messageStatuses),
  error: z.object({ code: z.number().int().nullable(), class: z.string() }).nullable(),
  category: z.string().nullable(),
  cost: messageCost.nullable(),
})
export type LogEntry = z.infer<typeof logEntry>

export const listLog = endpoint({
  method: 'GET',
  path: '/api/v1/messages',
  can: 'messages.view',
  scope: 'messages:read',
  summary: 'Log of all messages that the member may see, newest first',
  query: pageQuery.extend(logFilter.shape).extend(countQuery.shape),
  response: pageOf(logEntry),
})

export const getLogSummary = endpoint({
  method: 'GET',
  path: '/api/v1/messages/summary',
  can: 'messages.view',
  scope: 'messages:read',
  summary: 'Messages of the log by status, and what they cost, counted up to 20,000',
  query: logFilter,
  response: z.object({
    total: z.number().int(),
    /** More than were counted. */
    capped: z.boolean(),
    byStatus: z.array(z.object({ status: z.enum(messageStatuses), count: z.number().int() })),
    costs: z.array(z.object({ currency: z.string(), amount: z.number() })),
    /** The effective date of the newest rate card among them. */
    ratesFrom: z.iso.date().nullable(),
  }),
})

export const getLogEntry = endpoint({
  method: 'GET',
  path: '/api/v1/messages/:id',
  can: 'messages.view',
  scope: 'messages:read',
  summary: 'One message with each thing that was heard of it',
  params: idParams,
  response: z.object({
    entry: logEntry,
    message,
    /** WhatsApp's id of it; null without the ability `contacts.pii`, as it tells the phone. */
    wamid: z.string().nullable(),
    pricing: z.object({ category: z.string().nullable(), type: z.string().nullable() }),
    /** Statuses in the order of their time, with the seconds since the one before. */
    timeline: z.array(
      z.object({
        status: z.string(),
        at: instant,
        seconds: z.number().nullable(),
        errorCode: z.number().int().nullable(),
        detail: jsonObject.nullable(),
      }),
    ),
  }),
})

/** Classes of errors after which the same message may arrive at another try; after others only a person may try, one by one. */
export const retryableClasses = [
  'window',
  'template',
  'rate',
  'auth',
  'billing',
  'media',
  'transient',
  'unknown',
] as const

export const retryMessages = endpoint({
  method: 'POST',
  path: '/api/v1/messages/retries',
  can: 'conversations.reply',
  summary: 'Sends failed messages again, unless their errors stay; one of unknown fate never',
  body: bulkSelection,
  response: bulkOutcome,
  errors: ['conflict'],
})

/** Period of a query across companies. */
export const adminLogPeriod = { usual: 2, most: 30 }

export const adminLogFilter = z.object({
  /** Days in UTC, both included; without them today and yesterday. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  companyId: id.optional(),
  direction: z.enum(['in', 'out']).optional(),
  status: several(messageStatuses).optional(),
  errorClass: several(graphErrorClasses).optional(),
  errorCode: errorCode.optional(),
  channelId: id.optional(),
})
export type AdminLogFilter = z.output<typeof adminLogFilter>

export const adminLogEntry = z.object({
  id,
  company: z.object({ id, name: z.string() }),
  channel: z.object({ id, name: z.string() }),
  occurredAt: instant,
  direction: z.enum(['in', 'out']),
  type: z.enum(messageTypes),
  templateName: z.string().nullable(),
  origin: z.enum(messageOrigins),
  status: z.enum(messageStatuses),
  error: z.object({ code: z.number().int().nullable(), class: z.string() }).nullable(),
  category: z.string().nullable(),
})
export type AdminLogEntry = z.infer<typeof adminLogEntry>

export const listAdminLog = endpoint({
  method: 'GET',
  path: '/api/v1/admin/messages',
  can: 'admin.platform',
  summary: 'Messages of all companies without what they say, newest first',
  query: pageQuery.extend(adminLogFilter.shape),
  response: pageOf(adminLogEntry),
})

/** Why a platform admin sends messages of companies again. */
export const retryReason = z.string().trim().min(10).max(300)
export const retryMessagesOfAll = endpoint({
  method: 'POST',
  path: '/api/v1/admin/messages/retries',
  can: 'admin.platform',
  summary: 'Sends failed messages of any company again, unless their errors stay; one of unknown fate never',
  body: z.object({ selection: bulkSelection, reason: retryReason }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const revealMessage = endpoint({
  method: 'POST',
  path: '/api/v1/admin/messages/:id/reveals',
  can: 'admin.platform',
  summary: "Shows what one message says; the reason stands in the company's audit log",
  params: idParams,
  body: z.object({ companyId: id, reason: z.string().trim().min(10).max(300) }),
  response: z.object({ body: z.string().nullable(), payload: jsonObject }),
})
