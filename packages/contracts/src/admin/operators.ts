import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery, version } from '../shared.ts'
import { channelStatuses, pauseScopes } from '../whatsapp/channels.ts'
import { onboarding, onboardingStates } from '../whatsapp/signup.ts'

/** Numbers of many companies: for operators those they were given, for platform admins all. */

export const operatorChannel = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  phone: z.string(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox', 'test']),
  status: z.enum(channelStatuses),
  statusReason: z.string().nullable(),
  quality: z.string().nullable(),
  messagingLimit: z.string().nullable(),
  throughput: z.number().int(),
  wabaId: z.string(),
  portfolioId: z.string().nullable(),
  tokenKind: z.enum(['manual', 'embedded']),
  tokenIssuedAt: instant.nullable(),
  tokenExpiresAt: instant.nullable(),
  webhookLagSeconds: z.number().int().nullable(),
  /** From sums by the hour that are at most some minutes old: failed in this hour and the one before it, … */
  errorsHour: z.number().int(),
  /** … and messages in and out, and what they cost, since 24 hours ago. */
  messagesDay: z.number().int(),
  spendDay: z.number(),
  currency: z.string().nullable(),
  limitUsed: z.number().int(),
  limitSize: z.number().int().nullable(),
  /** Version of Meta's API that is used. */
  graphVersion: z.string(),
  lastInboundAt: instant.nullable(),
  lastEventAt: instant.nullable(),
  paused: z.object({ scope: z.enum(pauseScopes), reason: z.string(), at: instant }).nullable(),
  /** Conversations in which a customer waits for an answer, and since when the first of them does. */
  waiting: z.number().int(),
  waitingSince: instant.nullable(),
  operators: z.array(z.object({ id, name: z.string() })),
  /** Whether I am a member of the company, and so can answer there. */
  member: z.boolean(),
})
export type OperatorChannel = z.infer<typeof operatorChannel>

export const operatorChannelFilter = z.object({
  search: z.string().trim().max(100).optional(),
  status: z.enum(channelStatuses).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  companyId: id.optional(),
  portfolioId: z.string().max(60).optional(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox']).optional(),
  paused: z.enum(['yes', 'no']).optional(),
  /** Connected, with a problem that needs attention. */
  trouble: z.enum(['yes']).optional(),
  /** A customer is waiting for an answer. */
  waiting: z.enum(['yes']).optional(),
})
export type OperatorChannelFilter = z.infer<typeof operatorChannelFilter>

export const listOperatorChannels = endpoint({
  method: 'GET',
  path: '/api/v1/operator/channels',
  can: 'operator.channels',
  summary: 'Numbers that I look after, over all companies; platform admins see every number',
  query: pageQuery.extend(operatorChannelFilter.shape),
  response: pageOf(operatorChannel),
})

export const getOperatorFigures = endpoint({
  method: 'GET',
  path: '/api/v1/operator/figures',
  can: 'operator.channels',
  summary: 'How many numbers I look after, and how many of them need something',
  response: z.object({
    numbers: z.number().int(),
    trouble: z.number().int(),
    paused: z.number().int(),
    waiting: z.number().int(),
  }),
})

export const resyncOperatorChannels = endpoint({
  method: 'POST',
  path: '/api/v1/operator/channels/resyncs',
  can: 'operator.channels',
  summary: 'Has health and templates of numbers that I look after read from Meta anew',
  body: bulkSelection,
  response: bulkOutcome,
  errors: ['conflict'],
})

export const signupSetup = z.object({
  appId: z.string().nullable(),
  configId: z.string().nullable(),
  coexistenceConfigId: z.string().nullable(),
  graphVersion: z.string(),
  solutionId: z.string().nullable(),
  allowedDomains: z.array(z.string()),
  version: z.number().int(),
  /** What comes from the environment and cannot be changed here. */
  sdkUrl: z.string(),
  webhookUrl: z.string(),
  hasAppSecret: z.boolean(),
  verifyTokenAt: instant.nullable(),
  /** Where Meta sends the app's webhooks; null when Meta could not be asked, or has no address. */
  callbackUrl: z.string().nullable(),
  /** Fields that the app has besides, which no one here looks at. */
  surplus: z.array(z.string()),
  /** Webhook fields that are needed, and whether the app at Meta has each; null when Meta could not be asked. */
  fields: z.array(z.object({ name: z.string(), subscribed: z.boolean().nullable() })),
})
export type SignupSetup = z.infer<typeof signupSetup>

const metaNumber = z
  .string()
  .trim()
  .regex(/^\d{5,30}$/)
  .nullable()
export const signupSetupBody = z.object({
  appId: metaNumber,
  configId: metaNumber,
  coexistenceConfigId: metaNumber,
  graphVersion: z
    .string()
    .trim()
    .regex(/^v\d{1,3}\.\d{1,2}$/)
    .nullable(),
  solutionId: metaNumber,
  allowedDomains: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .regex(/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/),
    )
    .max(50),
  version,
})

export const getSignupSetup = endpoint({
  method: 'GET',
  path: '/api/v1/operator/signup',
  can: 'operator.channels',
  summary: 'How the embedded signup is set up',
  response: signupSetup,
})

export const updateSignupSetup = endpoint({
  method: 'PUT',
  path: '/api/v1/operator/signup',
  can: 'admin.platform',
  summary: 'Replaces it; null takes the value of the environment',
  body: signupSetupBody,
  response: signupSetup,
  errors: ['conflict'],
})

export const rotateVerifyToken = endpoint({
  method: 'POST',
  path: '/api/v1/operator/signup/verify-tokens',
  can: 'admin.platform',
  summary: 'Makes a new verify token, shown this once; the one before it counts for a day more',
  response: z.object({ verifyToken: z.string() }),
})

/** What a test run of the signup's set-up tries, in this order. */
export const setupChecks = ['app', 'secret', 'config', 'coexistence', 'callback', 'address', 'fields'] as const
export const testSignupSetup = endpoint({
  method: 'POST',
  path: '/api/v1/operator/signup/tests',
  can: 'operator.channels',
  summary: 'Tries the set-up: whether Meta knows the app, and whether webhooks would arrive here',
  response: z.object({
    checks: z.array(
      z.object({
        name: z.enum(setupChecks),
        /** `unknown` where Meta did not answer, or not to this id and secret. */
        state: z.enum(['ok', 'warning', 'problem', 'unknown']),
        /** An address, or names with spaces between them, that say what is wrong. */
        value: z.string().nullable(),
      }),
    ),
  }),
})

export const subscribeSignupApp = endpoint({
  method: 'POST',
  path: '/api/v1/operator/signup/subscriptions',
  can: 'admin.platform',
  summary: 'Subscribes the app at Meta to every webhook field that is needed',
  response: signupSetup,
  errors: ['provider_error', 'signup_not_ready'],
})

export const getSignupFunnel = endpoint({
  method: 'GET',
  path: '/api/v1/operator/signup/funnel',
  can: 'operator.channels',
  summary: 'How far signups came, by day in UTC',
  query: z.object({ days: z.coerce.number().int().min(1).max(90).default(14) }),
  response: z.object({
    days: z.array(
      z.object({
        day: z.string(),
        opened: z.number().int(),
        cancelled: z.number().int(),
        finished: z.number().int(),
        registered: z.number().int(),
        connected: z.number().int(),
        firstMessage: z.number().int(),
      }),
    ),
    /** Where windows were left, those most first. */
    left: z.array(z.object({ step: z.string(), count: z.number().int() })),
  }),
})

export const operatorOnboarding = onboarding.extend({
  companyId: id,
  companyName: z.string(),
  /** What Meta's window told the page at its end. */
  event: z.string().nullable(),
  wabaId: z.string().nullable(),
})
export type OperatorOnboarding = z.infer<typeof operatorOnboarding>

export const listOperatorOnboardings = endpoint({
  method: 'GET',
  path: '/api/v1/operator/onboardings',
  can: 'operator.channels',
  summary: 'Signups, newest first; operators see those of companies whose numbers they look after',
  query: pageQuery.extend({ state: z.enum(onboardingStates).optional() }),
  response: pageOf(operatorOnboarding),
})

export const retryOperatorOnboarding = endpoint({
  method: 'POST',
  path: '/api/v1/operator/onboardings/:id/retries',
  can: 'operator.channels',
  summary: 'Does the step that failed again',
  notImpersonated: true,
  params: idParams,
  response: null,
  status: 202,
  errors: ['state_invalid'],
})

export const listOperators = endpoint({
  method: 'GET',
  path: '/api/v1/admin/operators',
  can: 'admin.platform',
  summary: 'People who can be given numbers to look after',
  response: z.object({ data: z.array(z.object({ id, name: z.string(), email: z.string() })) }),
})

export const assignOperators = endpoint({
  method: 'PUT',
  path: '/api/v1/admin/channels/:id/operators',
  can: 'admin.platform',
  summary: 'Says who looks after a number; replaces them all',
  params: idParams,
  body: z.object({ userIds: z.array(id).max(50) }),
  response: null,
})

/** What is done to many numbers at once. */
export const channelActions = ['resync', 'resubscribe', 'pause', 'resume', 'move'] as const
export type ChannelAction = (typeof channelActions)[number]

export const runChannelAction = endpoint({
  method: 'POST',
  path: '/api/v1/admin/channel-actions',
  can: 'admin.platform',
  summary: 'Does something to the numbers named, or to all that a filter finds',
  body: z
    .object({
      action: z.enum(channelActions),
      selection: bulkSelection,
      scope: z.enum(pauseScopes).default('all'),
      /** To where numbers move. */
      companyId: id.optional(),
      reason: z.string().trim().max(300).default(''),
    })
    .refine(({ action, reason }) => (action !== 'pause' && action !== 'move') || reason.length >= 5, {
      path: ['reason'],
      message: 'Say why',
    })
    .refine(({ action, companyId }) => action !== 'move' || companyId !== undefined, {
      path: ['companyId'],
      message: 'Say where to',
    }),
  response: bulkOutcome,
  errors: ['conflict'],
})

export const getPortfolios = endpoint({
  method: 'GET',
  path: '/api/v1/admin/channel-portfolios',
  can: 'admin.platform',
  summary: 'Health by portfolio, whose numbers share one limit',
  response: z.object({
    data: z.array(
      z.object({
        portfolioId: z.string(),
        channels: z.number().int(),
        companies: z.number().int(),
        trouble: z.number().int(),
        paused: z.number().int(),
        messagingLimit: z.string().nullable(),
        /** Most people in 24 hours, null without a limit; and how many were reached. */
        limitSize: z.number().int().nullable(),
        limitUsed: z.number().int(),
      }),
    ),
  }),
})

export const channelIncident = z.object({
  id,
  message: z.object({ en: z.string(), pt: z.string() }),
  reason: z.string(),
  channels: z.number().int(),
  companies: z.number().int(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
})
export type ChannelIncident = z.infer<typeof channelIncident>

export const listIncidents = endpoint({
  method: 'GET',
  path: '/api/v1/admin/channel-incidents',
  can: 'admin.platform',
  summary: 'Incidents, newest first, at most 20',
  response: z.object({ data: z.array(channelIncident) }),
})

const incidentText = z.string().trim().min(5).max(300)
export const startIncident = endpoint({
  method: 'POST',
  path: '/api/v1/admin/channel-incidents',
  can: 'admin.platform',
  summary: 'Holds marketing of all numbers that a filter finds back, and tells their companies',
  body: z.object({
    filter: operatorChannelFilter,
    message: z.object({ en: incidentText, pt: incidentText }),
    reason: z.string().trim().min(5).max(300),
  }),
  response: channelIncident,
  status: 201,
})

export const endIncident = endpoint({
  method: 'DELETE',
  path: '/api/v1/admin/channel-incidents/:id',
  can: 'admin.platform',
  summary: 'Ends an incident: what it held back goes on',
  params: idParams,
  response: null,
})

export const listOwnIncidents = endpoint({
  method: 'GET',
  path: '/api/v1/channel-incidents',
  can: 'company.view',
  summary: 'What the current company is told of incidents that go on',
  response: z.object({ data: z.array(z.object({ id, message: z.object({ en: z.string(), pt: z.string() }) })) }),
})
