import { z } from 'zod'

const digits = z.string().regex(/^\d{5,25}$/)

const templateSeed = z.object({
  id: digits.optional(),
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string(),
  category: z.enum(['MARKETING', 'UTILITY', 'AUTHENTICATION']),
  status: z.string().default('APPROVED'),
  rejected_reason: z.string().default('NONE'),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).default('UNKNOWN'),
  parameter_format: z.enum(['POSITIONAL', 'NAMED']).default('POSITIONAL'),
  components: z.array(z.record(z.string(), z.unknown())),
})

const phoneNumberSeed = z.object({
  id: digits,
  displayPhoneNumber: z.string(),
  verifiedName: z.string().default('Sandbox'),
  /** Registered numbers can send at once; others answer 133010 until `register` was called. */
  registered: z.boolean().default(true),
  pin: z
    .string()
    .regex(/^\d{6}$/)
    .optional(),
  qualityRating: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).default('GREEN'),
  messagingLimit: z.enum(['TIER_250', 'TIER_2K', 'TIER_10K', 'TIER_100K', 'TIER_UNLIMITED']).default('TIER_100K'),
  coexistence: z.boolean().default(false),
})

const accountSeed = z.object({
  id: digits,
  name: z.string().default('Sandbox account'),
  currency: z.string().default('BRL'),
  country: z.string().default('BR'),
  subscribed: z.boolean().default(false),
  phoneNumbers: z.array(phoneNumberSeed).default([]),
  templates: z.array(templateSeed).default([]),
})

const probability = z.number().min(0).max(1)

/** What can be made to go wrong, and which of Meta's limits are enforced. All can be changed while it runs. */
export const faultsSchema = z.object({
  /** Milliseconds before any Graph call is answered. */
  latencyMs: z.number().min(0),
  /** Status webhooks on or off. */
  statuses: z.boolean(),
  /** Chance that a webhook body is delivered twice. */
  duplicate: probability,
  /** Chance that a webhook body is thrown away. */
  drop: probability,
  /** Chance that a webhook body is held back for a while, so that later ones overtake it. */
  reorder: probability,
  /** Milliseconds that every webhook is held back. */
  delayMs: z.number().min(0),
  /** Chance that a send is answered with 131000. */
  sendError: probability,
  /** Chance that a send is accepted and never answered. */
  noAnswer: probability,
  /** Messages per second and number, 0 for no limit; over it 130429. */
  messagesPerSecond: z.number().min(0),
  /** One message per six seconds to one user with a burst of 45; over it 131056. */
  pairLimit: z.boolean(),
  /** Templates outside the window to so many users in 24 hours; over it 131048. */
  tierLimit: z.boolean(),
  /** 131047 for free messages outside the 24-hour window. */
  windowCheck: z.boolean(),
  /** Recipients whose last four digits choose an outcome; off for load tests over many numbers. */
  magicNumbers: z.boolean(),
  /** Bytes of padding put into every webhook body, to try large ones. */
  padBytes: z.number().int().min(0).max(3_000_000),
  /** Most messages or statuses in one webhook body. */
  batchSize: z.number().int().min(1).max(1000),
  /** Milliseconds to wait for more before a body is closed. */
  batchMs: z.number().min(0),
})
export type Faults = z.infer<typeof faultsSchema>

export const defaultFaults: Faults = {
  latencyMs: 0,
  statuses: true,
  duplicate: 0,
  drop: 0,
  reorder: 0,
  delayMs: 0,
  sendError: 0,
  noAnswer: 0,
  messagesPerSecond: 80,
  pairLimit: true,
  tierLimit: true,
  windowCheck: true,
  magicNumbers: true,
  padBytes: 0,
  batchSize: 1,
  batchMs: 0,
}

/** The defaults with what is set on top; absent settings change nothing. */
export const withFaults = (faults: Faults, change: { [K in keyof Faults]?: Faults[K] | undefined }): Faults => ({
  ...faults,
  ...(Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Partial<Faults>),
})

export const sandboxConfigSchema = z.object({
  host: z.string().default('127.0.0.1'),
  /** 0 chooses a free port. */
  port: z.number().int().min(0).max(65_535).default(0),
  smtpPort: z.number().int().min(0).max(65_535).default(0),
  /** Folder where messages, contacts, mails and media survive a restart; nothing survives without it. */
  stateDir: z.string().optional(),
  /** Address under which others reach it, for media links; its own address when absent. */
  publicUrl: z.string().optional(),
  callbackUrl: z.string().optional(),
  appId: digits.default('900100200300400'),
  appSecret: z.string().min(1),
  verifyToken: z.string().min(1),
  accessToken: z.string().min(1),
  businessId: digits.default('900500600700800'),
  accounts: z.array(accountSeed).default([]),
  /** Milliseconds from the send to each status. */
  statusDelaysMs: z
    .object({ sent: z.number().default(150), delivered: z.number().default(500), read: z.number().default(1500) })
    .default({ sent: 150, delivered: 500, read: 1500 }),
  /** Milliseconds until a new template is reviewed. */
  reviewMs: z.number().default(2000),
  /** First gap before a webhook that was not answered with 200 is delivered again; it doubles up to the second. */
  redelivery: z
    .object({ firstMs: z.number().default(1000), maxMs: z.number().default(60_000) })
    .default({ firstMs: 1000, maxMs: 60_000 }),
  keepMessages: z.number().int().min(100).default(20_000),
  faults: faultsSchema.partial().default({}),
})
export type SandboxConfig = z.infer<typeof sandboxConfigSchema>
export type SandboxOptions = z.input<typeof sandboxConfigSchema>
