import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, instant } from '../shared.ts'

/** Embedded signup: a number is connected by Meta's own window, and the rest is done by the server, step by step. */

/** `coexistence` keeps the number in the WhatsApp Business app as well. */
export const onboardingKinds = ['standard', 'coexistence'] as const
export type OnboardingKind = (typeof onboardingKinds)[number]

/** `opened`: Meta's window is open, or was. `waiting`: for a person. `discarded`: given up by a person. */
export const onboardingStates = ['opened', 'running', 'waiting', 'failed', 'cancelled', 'done', 'discarded'] as const
export type OnboardingState = (typeof onboardingStates)[number]

/** What the server does, in this order; each can be done again without harm. */
export const onboardingSteps = [
  'exchange',
  'permissions',
  'free',
  'subscription',
  'number',
  'registration',
  'sync',
  'facts',
  'templates',
] as const
export type OnboardingStep = (typeof onboardingSteps)[number]

export const stepStates = ['ok', 'running', 'waiting', 'failed', 'skipped'] as const
export const onboardingStepEntry = z.object({
  state: z.enum(stepStates),
  attempts: z.number().int(),
  at: instant,
  /** Stable word for what is wrong; the locales explain it under `whatsapp/signup:problem.<step>.<word>`. */
  problem: z.string().nullable(),
  /** Meta's code, when Meta refused. */
  errorCode: z.number().int().nullable(),
})
export type OnboardingStepEntry = z.infer<typeof onboardingStepEntry>
export type OnboardingSteps = { [S in OnboardingStep]?: OnboardingStepEntry }

/** What is asked of the phone app once. `unavailable`: 24 hours passed and nothing came. */
export const syncStates = ['requested', 'arriving', 'declined', 'refused', 'unavailable'] as const
export type SyncState = (typeof syncStates)[number]

export const onboardingNumber = z.object({
  id: z.string(),
  phone: z.string(),
  name: z.string(),
  quality: z.string().nullable(),
  coexistence: z.boolean(),
  registered: z.boolean(),
  /** Whether another company has it connected. */
  taken: z.boolean(),
})
export type OnboardingNumber = z.infer<typeof onboardingNumber>

const metaId = z.union([z.string().regex(/^\d{5,30}$/), z.number().int().positive().transform(String)])

/** Events that Meta's window tells the page. */
export const signupEvents = [
  'FINISH',
  'FINISH_ONLY_WABA',
  'FINISH_WHATSAPP_BUSINESS_APP_ONBOARDING',
  'FINISH_OBO_MIGRATION',
  'FINISH_GRANT_ONLY_API_ACCESS',
  'CANCEL',
  'ERROR',
] as const
export const signupResult = z.object({
  event: z.enum(signupEvents),
  wabaId: metaId.optional(),
  phoneNumberId: metaId.optional(),
  businessId: metaId.optional(),
  /** On CANCEL: where the person left. */
  currentStep: z.string().max(100).optional(),
  errorCode: z.coerce.string().max(40).optional(),
  errorMessage: z.string().max(500).optional(),
  sessionId: z.string().max(200).optional(),
})
export type SignupResult = z.infer<typeof signupResult>

export const onboarding = z.object({
  id,
  kind: z.enum(onboardingKinds),
  state: z.enum(onboardingStates),
  step: z.enum(onboardingSteps),
  steps: z.partialRecord(z.enum(onboardingSteps), onboardingStepEntry),
  /** Where Meta's window was left, or what it said went wrong. */
  left: z
    .object({ step: z.string().nullable(), message: z.string().nullable(), code: z.string().nullable() })
    .nullable(),
  /** To choose from, when the account has several. */
  numbers: z.array(onboardingNumber),
  accountName: z.string().nullable(),
  phone: z.string().nullable(),
  channelId: id.nullable(),
  sync: z.object({ contacts: z.enum(syncStates).nullable(), history: z.enum(syncStates).nullable() }).nullable(),
  /** Whether Meta told us anything of the number since; the last sign that all works. */
  firstEventAt: instant.nullable(),
  /** The member who opened Meta's window last. */
  startedBy: z.string(),
  /** The opening of Meta's window that counts: a later one, in another tab or by another member, replaces it. */
  opening: z.string(),
  createdAt: instant,
  updatedAt: instant,
  finishedAt: instant.nullable(),
})
export type Onboarding = z.infer<typeof onboarding>

/** What the page needs to open Meta's window. */
export const signupLaunch = z.object({
  id,
  nonce: z.string(),
  opening: z.string(),
  sdkUrl: z.string(),
  /** Origins whose messages the page believes; `*.` in front stands for subdomains. */
  origins: z.array(z.string()),
  appId: z.string(),
  configId: z.string(),
  version: z.string(),
  featureType: z.string(),
  solutionId: z.string().nullable(),
})
export type SignupLaunch = z.infer<typeof signupLaunch>

export const listOnboardings = endpoint({
  method: 'GET',
  path: '/api/v1/channels/onboarding',
  can: 'channels.view',
  summary: 'Signups of the company that are not finished, and the latest that are, newest first',
  response: z.object({
    data: z.array(onboarding),
    /** Which ways are set up on this installation, and where the browser may load Meta's script from. */
    ready: z.object({ standard: z.boolean(), coexistence: z.boolean(), sdkUrl: z.string() }),
  }),
})

export const startOnboarding = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding',
  can: 'channels.connect',
  summary: "Begins a signup, or goes on with the one whose window was not gone through; the answer opens Meta's window",
  body: z.object({ kind: z.enum(onboardingKinds) }),
  response: signupLaunch,
  status: 201,
  errors: ['signup_not_ready', 'limit_reached'],
})

export const getOnboarding = endpoint({
  method: 'GET',
  path: '/api/v1/channels/onboarding/:id',
  can: 'channels.view',
  summary: 'One signup with its steps',
  params: idParams,
  response: onboarding,
})

export const reopenOnboarding = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding/:id/openings',
  can: 'channels.connect',
  summary: "Opens Meta's window again for a signup that has no token yet, or whose token was refused",
  params: idParams,
  response: signupLaunch,
  errors: ['signup_not_ready', 'state_invalid'],
})

export const finishSignup = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding/:id/result',
  can: 'channels.connect',
  summary: "Brings what Meta's window told the page: the event, and the code, which lives 30 seconds",
  params: idParams,
  body: z.object({
    nonce: z.string().min(20).max(100),
    code: z.string().min(1).max(2000).nullable(),
    result: signupResult,
  }),
  response: onboarding,
  errors: ['state_invalid', 'token_invalid'],
})

export const chooseOnboardingNumbers = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding/:id/numbers',
  can: 'channels.connect',
  summary: 'Chooses which numbers of the account are connected; each further one becomes a signup of its own',
  params: idParams,
  body: z.object({
    phoneNumberIds: z
      .array(z.string().regex(/^\d{5,30}$/))
      .min(1)
      .max(20),
  }),
  response: onboarding,
  errors: ['state_invalid', 'channel_taken'],
})

export const giveOnboardingPin = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding/:id/pin',
  can: 'channels.connect',
  summary: 'Gives the PIN that the number has already, and registers with it',
  params: idParams,
  body: z.object({ pin: z.string().regex(/^\d{6}$/) }),
  response: onboarding,
  errors: ['state_invalid'],
})

export const retryOnboarding = endpoint({
  method: 'POST',
  path: '/api/v1/channels/onboarding/:id/retries',
  can: 'channels.connect',
  summary: 'Does the step that failed again, and goes on from there',
  params: idParams,
  response: onboarding,
  errors: ['state_invalid'],
})

export const discardOnboarding = endpoint({
  method: 'DELETE',
  path: '/api/v1/channels/onboarding/:id',
  can: 'channels.connect',
  summary: 'Gives a signup up; a number that was not connected yet is let go',
  params: idParams,
  response: null,
  errors: ['state_invalid'],
})
