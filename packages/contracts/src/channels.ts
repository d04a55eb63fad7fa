import { z } from 'zod'
import { timeOfDay } from './business-hours.ts'
import { endpoint } from './endpoint.ts'
import { bulkOutcome, bulkSelection } from './lists.ts'
import { id, idParams, instant, pageOf, pageQuery } from './shared.ts'
import { graphErrorClasses } from './whatsapp/graph-errors.ts'

export const channelStatuses = [
  'onboarding',
  'connected',
  'degraded',
  'restricted',
  'token_expired',
  'disconnected',
  'banned',
] as const
export type ChannelStatus = (typeof channelStatuses)[number]

/** What the platform can hold back for a while. */
export const pauseScopes = ['all', 'marketing'] as const
export type PauseScope = (typeof pauseScopes)[number]

/** What a health check looks at; each has a text in the locales, `channels:health.<name>`. */
export const healthChecks = [
  'token',
  'subscription',
  'fields',
  'webhook_lag',
  'last_event',
  'registration',
  'sending',
  'payment',
  'quality',
  'limit',
  'name',
  'verification',
  'pin',
  'templates',
  'phone_app',
] as const
export type HealthCheck = (typeof healthChecks)[number]

export const channelHealth = z.object({
  checkedAt: instant.nullable(),
  checks: z.array(
    z.object({
      name: z.enum(healthChecks),
      state: z.enum(['ok', 'warning', 'problem', 'unknown']),
      /** A value to show, e.g. `GREEN`, `TIER_2K`, a count of seconds, or names with spaces between them. */
      value: z.string().nullable(),
      /** Code of Meta's error when there is one; the locales explain it. */
      errorCode: z.number().int().nullable(),
    }),
  ),
})
export type ChannelHealth = z.infer<typeof channelHealth>

/**
 * What mends a check by itself. `resubscribe`: subscribes to the account's webhooks, and the platform's app to every
 * field. `register` and `pin` take a PIN of six digits; the first registers the number with it, the second sets it.
 * `templates` reads them anew. `payment`: somebody says that they gave Meta a way to pay.
 */
export const channelFixes = ['resubscribe', 'register', 'pin', 'templates', 'payment'] as const
export type ChannelFix = (typeof channelFixes)[number]

export const channelSummary = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  phoneNumberId: z.string(),
  wabaId: z.string(),
  accountName: z.string(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox']),
  status: z.enum(channelStatuses),
  statusReason: z.string().nullable(),
  /** Meta's word on the display name. */
  nameStatus: z.string().nullable(),
  quality: z.string().nullable(),
  messagingLimit: z.string().nullable(),
  throughput: z.number().int(),
  lastInboundAt: instant.nullable(),
  lastOutboundAt: instant.nullable(),
  lastEventAt: instant.nullable(),
  /** Set while the platform holds sends back. */
  paused: z.object({ scope: z.enum(pauseScopes), reason: z.string(), at: instant }).nullable(),
  createdAt: instant,
  disconnectedAt: instant.nullable(),
})
export type ChannelSummary = z.infer<typeof channelSummary>

/** WhatsApp business profile of a number. Lengths and verticals are Meta's. */
export const verticals = [
  'OTHER',
  'AUTO',
  'BEAUTY',
  'APPAREL',
  'EDU',
  'ENTERTAIN',
  'EVENT_PLAN',
  'FINANCE',
  'GROCERY',
  'GOVT',
  'HOTEL',
  'HEALTH',
  'NONPROFIT',
  'PROF_SERVICES',
  'RETAIL',
  'TRAVEL',
  'RESTAURANT',
  'ALCOHOL',
  'ONLINE_GAMBLING',
  'PHYSICAL_GAMBLING',
  'OTC_DRUGS',
] as const
export const channelProfile = z.object({
  about: z.string().max(139).default(''),
  address: z.string().max(256).default(''),
  description: z.string().max(512).default(''),
  email: z.union([z.literal(''), z.email().max(128)]).default(''),
  websites: z.array(z.url().max(256)).max(2).default([]),
  vertical: z.enum(verticals).default('OTHER'),
  profilePictureUrl: z.string().nullable().default(null),
})
export type ChannelProfile = z.infer<typeof channelProfile>

/** Text that the channel sends by itself. */
const automaticText = z.string().trim().max(1024).default('')

/**
 * What a channel does with whoever writes to it. Stored in `channels.settings.routing`; a stored object may lack members:
 * `channelRouting.parse(settings.routing ?? {})` gives every default.
 */
export const channelRouting = z.object({
  /** Team whose queue new conversations enter; null leaves them without one. */
  teamId: id.nullable().default(null),
  /** Hours that decide between greeting and away message; null is around the clock. */
  businessHoursId: id.nullable().default(null),
  /** Said once when a conversation begins within the hours. */
  greeting: z.object({ enabled: z.boolean().default(false), text: automaticText }).prefault({}),
  /** Said outside of the hours, and to the same customer again only after `everyHours`. */
  away: z
    .object({
      enabled: z.boolean().default(false),
      text: automaticText,
      everyHours: z.number().int().min(1).max(168).default(12),
    })
    .prefault({}),
})
export type ChannelRouting = z.infer<typeof channelRouting>

const keyword = z.string().trim().min(1).max(40)
const keywords = z.array(keyword).max(20)
const textOf = (pt: string, en: string) =>
  z.object({ pt: automaticText.default(pt), en: automaticText.default(en) }).prefault({})

/**
 * Words by which a customer stops and resumes messages, when they are the whole message; case and accents do not count.
 * The language of the word that was written decides the language of the answer; an empty text answers nothing. Stored in
 * `channels.settings.optOut`, read as `channelOptOut.parse(settings.optOut ?? {})`.
 */
export const channelOptOut = z.object({
  enabled: z.boolean().default(true),
  stop: z
    .object({
      pt: keywords.default(['parar', 'pare', 'sair', 'cancelar', 'descadastrar']),
      en: keywords.default(['stop', 'unsubscribe', 'opt out', 'quit']),
    })
    .prefault({}),
  resume: z
    .object({
      pt: keywords.default(['voltar', 'retomar', 'quero receber']),
      en: keywords.default(['start', 'resume', 'subscribe']),
    })
    .prefault({}),
  stopped: textOf(
    'Pronto, você não vai mais receber nossas divulgações. Para voltar a receber, responda VOLTAR.',
    'Done, you will get no more promotions from us. To get them again, answer START.',
  ),
  resumed: textOf(
    'Que bom ter você de volta! Para deixar de receber, responda PARAR.',
    'Good to have you back! To stop again, answer STOP.',
  ),
})
export type ChannelOptOut = z.infer<typeof channelOptOut>

/** What a company allows a channel, never above what Meta allows. Stored in `channels.settings.limits`, read as above. */
export const channelLimits = z.object({
  /** Most messages a second; null is as many as Meta takes. */
  messagesPerSecond: z.number().int().min(1).max(1000).nullable().default(null),
  /** Most marketing messages in a day of the company; null sets no cap. */
  marketingPerDay: z.number().int().min(0).max(1_000_000).nullable().default(null),
  /** When no marketing leaves, in the company's zone. `from` later than `to` goes past midnight. */
  quietHours: z
    .object({
      enabled: z.boolean().default(false),
      from: timeOfDay.default('21:00'),
      to: timeOfDay.default('08:00'),
    })
    .prefault({}),
  /** Most that messages of a day may cost, in the currency of the account; `hard` holds what comes after, else it only warns. */
  spendPerDay: z
    .object({ amount: z.number().min(0).max(10_000_000).nullable().default(null), hard: z.boolean().default(false) })
    .prefault({}),
})
export type ChannelLimits = z.infer<typeof channelLimits>

/** What people can tap or type in WhatsApp, kept at Meta. Lengths are Meta's. */
export const channelConversational = z.object({
  iceBreakers: z.array(z.string().trim().min(1).max(80)).max(4).default([]),
  commands: z
    .array(
      z.object({
        name: z
          .string()
          .trim()
          .regex(/^[a-z0-9_]{1,32}$/),
        description: z.string().trim().min(1).max(256),
      }),
    )
    .max(30)
    .default([]),
})
export type ChannelConversational = z.infer<typeof channelConversational>

/** Everything a company sets for one channel; `version` is what a change has to name. */
export const channelSettings = z.object({
  version: z.number().int(),
  routing: channelRouting,
  optOut: channelOptOut,
  limits: channelLimits,
  conversational: channelConversational,
})
export type ChannelSettings = z.infer<typeof channelSettings>

export const channelDetail = channelSummary.extend({
  profile: channelProfile,
  health: channelHealth,
  /** Where an own app at Meta sends its webhooks, and the word it says on subscribing. */
  webhook: z.object({ url: z.string(), verifyToken: z.string().nullable() }),
  hasOwnApp: z.boolean(),
  tokenKind: z.enum(['manual', 'embedded']),
  hasPin: z.boolean(),
  restrictedUntil: instant.nullable(),
  settings: channelSettings,
})

/** A token as it travels in a header: nothing but printable ASCII, so that a line break from copying is told at once. */
const graphToken = z
  .string()
  .trim()
  .min(20)
  .max(1000)
  .regex(/^[!-~]+$/)

/** What somebody pastes from Meta to connect a number. */
export const connectChannelBody = z.object({
  wabaId: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  phoneNumberId: z
    .string()
    .trim()
    .regex(/^\d{5,30}$/),
  accessToken: graphToken,
  /** Only when the company uses an app of its own at Meta. */
  appSecret: z.string().trim().min(16).max(200).optional(),
  /** Two-step PIN; given, the number is registered with it when it is not registered yet. */
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
})

/** One live check of connecting, in order; the first that fails stops. */
export const connectSteps = ['token', 'scopes', 'account', 'number', 'free', 'registration', 'subscription'] as const
export const connectCheckResult = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(connectSteps),
      state: z.enum(['ok', 'failed', 'skipped']),
      errorCode: z.number().int().nullable(),
      detail: z.string().nullable(),
    }),
  ),
  number: z
    .object({
      phone: z.string(),
      name: z.string(),
      quality: z.string().nullable(),
    })
    .nullable(),
})

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  can: 'company.view',
  summary: 'Channels of the company, disconnected ones last',
  response: z.object({ data: z.array(channelSummary) }),
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id',
  can: 'channels.view',
  summary: 'One channel with its profile and health',
  params: idParams,
  response: channelDetail,
})

export const checkChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/checks',
  can: 'channels.manage',
  summary: 'Tries what a person pasted against Meta, and changes nothing',
  body: connectChannelBody,
  response: connectCheckResult,
})

export const connectChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels',
  can: 'channels.manage',
  summary: 'Connects a number: checks it, subscribes to its webhooks and keeps its token sealed',
  body: connectChannelBody,
  response: channelDetail,
  status: 201,
  errors: [
    'channel_taken',
    'channel_token_invalid',
    'channel_scopes_missing',
    'channel_ids_mismatch',
    'provider_error',
  ],
})

export const updateChannelProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/profile',
  can: 'channels.manage',
  summary: 'Changes the business profile at Meta',
  params: idParams,
  body: channelProfile.omit({ profilePictureUrl: true }),
  response: channelProfile,
  errors: ['provider_error', 'channel_not_sendable'],
})

export const channelPhotoMaxBytes = 5 * 1024 * 1024
export const channelPhotoMinSide = 192

export const setChannelPhoto = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/photo',
  can: 'channels.manage',
  summary: 'Sets the photo that customers see: one JPEG or PNG file, at least 192 pixels each way, cut square',
  params: idParams,
  bodyKind: 'multipart',
  response: channelProfile,
  errors: ['provider_error', 'channel_not_sendable', 'file_type_refused', 'file_too_large'],
})

const changed = { params: idParams, response: channelSettings } as const

export const updateChannelRouting = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/routing',
  can: 'channels.manage',
  summary: 'Replaces where new conversations go and what is said to them',
  body: z.object({ version: z.number().int(), routing: channelRouting }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelOptOut = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/opt-out',
  can: 'channels.manage',
  summary: 'Replaces the words that stop and resume messages, and what is answered',
  body: z.object({ version: z.number().int(), optOut: channelOptOut }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelLimits = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/limits',
  can: 'channels.manage',
  summary: 'Replaces what the company allows the channel',
  body: z.object({ version: z.number().int(), limits: channelLimits }),
  errors: ['conflict'],
  ...changed,
})

export const updateChannelConversational = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/conversational',
  can: 'channels.manage',
  summary: 'Replaces ice breakers and commands at Meta',
  body: z.object({ version: z.number().int(), conversational: channelConversational }),
  errors: ['conflict', 'provider_error', 'channel_not_sendable'],
  ...changed,
})

export const getChannelActivity = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/activity',
  can: 'channels.view',
  summary: 'What changed of the channel lately, and which errors its messages met in 24 hours',
  params: idParams,
  response: z.object({
    events: z.array(
      z.object({
        id,
        kind: z.string(),
        before: z.string().nullable(),
        after: z.string().nullable(),
        reason: z.string().nullable(),
        at: instant,
      }),
    ),
    /** By what is to be done about them, those met most first; so are the codes of each. */
    errors: z.array(
      z.object({
        errorClass: z.enum(graphErrorClasses),
        count: z.number().int(),
        lastAt: instant,
        codes: z.array(z.object({ code: z.number().int().nullable(), count: z.number().int() })),
      }),
    ),
    /** Other companies of mine whose numbers are in the same portfolio and share its limit. */
    sharedWith: z.number().int(),
  }),
})

export const deregisterChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/deregistrations',
  can: 'channels.manage',
  summary: 'Takes the number off the Cloud API at Meta and disconnects it; not for numbers of the phone app',
  params: idParams,
  response: null,
  errors: ['provider_error', 'channel_busy', 'channel_not_sendable'],
})

export const moveChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/moves',
  can: 'channels.manage',
  summary: 'Connects the number in another company where I am admin; conversations stay readable here',
  params: idParams,
  body: z.object({ companyId: id }),
  response: null,
  errors: ['channel_busy'],
})

export const checkChannelHealth = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/health-checks',
  can: 'channels.view',
  summary: 'Checks the channel at Meta now',
  params: idParams,
  response: channelDetail,
  errors: ['provider_error', 'rate_limited'],
})

const pin = z.string().regex(/^\d{6}$/)
export const fixChannel = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/fixes',
  can: 'channels.manage',
  summary: 'Mends what a health check found, as far as that can be done from here, and checks again',
  params: idParams,
  body: z.discriminatedUnion('fix', [
    z.object({ fix: z.enum(['resubscribe', 'templates', 'payment']) }),
    z.object({ fix: z.enum(['register', 'pin']), pin }),
  ]),
  response: channelDetail,
  errors: ['provider_error', 'channel_not_sendable', 'channel_busy', 'rate_limited'],
})

/** What a channel did lately, from sums by the hour that are at most some minutes old. */
export const channelUsage = z.object({
  id,
  teamName: z.string().nullable(),
  /** Messages in and out since 24 hours ago, the hour in which that was included. */
  messagesDay: z.number().int(),
  /** Messages that failed in this hour and the one before it. */
  errorsHour: z.number().int(),
  spendToday: z.number(),
  spendDay: z.number(),
  spendMonth: z.number(),
  currency: z.string().nullable(),
  webhookLagSeconds: z.number().int().nullable(),
  /** People whom the portfolio's templates reached outside of a service window in 24 hours. */
  limitUsed: z.number().int(),
  /** Most such people; null when there is no limit, or it is not known. */
  limitSize: z.number().int().nullable(),
  /** Other companies of mine whose numbers share the limit. */
  sharedWith: z.number().int(),
  /** Set while the cap of the day holds messages back. */
  capped: z.boolean(),
})
export type ChannelUsage = z.infer<typeof channelUsage>

export const listChannelUsage = endpoint({
  method: 'GET',
  path: '/api/v1/channels/usage',
  can: 'channels.view',
  summary: 'What the connected numbers of the company did lately, and how much of their limits is used',
  response: z.object({ data: z.array(channelUsage) }),
})

/** Filters of the list of numbers, as they stand in its address. */
export const channelFilter = z.object({
  status: z.enum(channelStatuses).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  wabaId: z.string().max(30).optional(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox']).optional(),
  search: z.string().max(100).optional(),
})
export type ChannelFilter = z.infer<typeof channelFilter>

export const resyncChannels = endpoint({
  method: 'POST',
  path: '/api/v1/channels/resyncs',
  can: 'channels.manage',
  summary: 'Has health and templates of many numbers read from Meta anew',
  body: bulkSelection,
  response: bulkOutcome,
  errors: ['conflict'],
})

export const replaceChannelToken = endpoint({
  method: 'PUT',
  path: '/api/v1/channels/:id/token',
  can: 'channels.manage',
  summary: 'Gives a new token; chats and templates stay',
  params: idParams,
  body: z.object({ accessToken: graphToken }),
  response: channelDetail,
  errors: ['channel_token_invalid', 'channel_scopes_missing', 'channel_ids_mismatch', 'provider_error'],
})

export const disconnectChannel = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/:id',
  can: 'channels.manage',
  summary: 'Disconnects the number; its conversations stay readable',
  params: idParams,
  response: null,
})

export const webhookEventStates = ['waiting', 'processed', 'failed'] as const
export const channelWebhookEvent = z.object({
  id,
  receivedAt: instant,
  field: z.string(),
  summary: z.string(),
  state: z.enum(webhookEventStates),
  error: z.string().nullable(),
  attempts: z.number().int(),
})

export const listChannelWebhooks = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/webhook-events',
  can: 'channels.view',
  summary: 'Raw webhook bodies that spoke of this channel, newest first',
  params: idParams,
  query: pageQuery.extend({ field: z.string().max(60).optional() }),
  response: pageOf(channelWebhookEvent),
})

export const getChannelWebhook = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/webhook-events/:eventId',
  can: 'channels.manage',
  summary: 'One raw body; only the parts about this channel',
  params: z.object({ id, eventId: id }),
  response: channelWebhookEvent.extend({ body: z.unknown() }),
})

export const replayChannelWebhook = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/webhook-events/:eventId/replays',
  can: 'channels.manage',
  summary: 'Processes a stored body again; what is known already stays as it is',
  params: z.object({ id, eventId: id }),
  response: null,
  status: 202,
})

export const templateSummary = z.object({
  id,
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  parameterFormat: z.enum(['POSITIONAL', 'NAMED']),
  components: z.array(z.unknown()),
})
export type TemplateSummary = z.infer<typeof templateSummary>

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id/templates',
  can: 'conversations.view',
  summary: "Approved templates of the channel's account",
  params: idParams,
  query: z.object({ search: z.string().max(100).optional() }),
  response: z.object({
    data: z.array(templateSummary),
    syncedAt: instant.nullable(),
  }),
})

export const syncTemplates = endpoint({
  method: 'POST',
  path: '/api/v1/channels/:id/template-syncs',
  can: 'channels.view',
  summary: 'Reads the templates from Meta again',
  params: idParams,
  response: z.object({ count: z.number().int() }),
  errors: ['provider_error', 'channel_not_sendable'],
})

export const getSpareNumber = endpoint({
  method: 'GET',
  path: '/api/v1/channels/spare-number',
  can: 'channels.manage',
  summary: 'In the demo: a number of the sandbox that nobody has connected, and what connects it; null elsewhere',
  response: z.object({
    number: z
      .object({ wabaId: z.string(), phoneNumberId: z.string(), phone: z.string(), accessToken: z.string() })
      .nullable(),
  }),
})
