import { rateLimitDefaults, tierLimits } from '@recado/contracts/notifications/rate-limits'
import { type Locale, locales } from '@recado/contracts/shared'
import { z } from 'zod'

const flag = z.enum(['true', 'false', '1', '0', '']).transform((value) => value === 'true' || value === '1')

/** Requests a second, as `60,15,30`: triggers, configuration, everything else. */
const limits = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){2}$/, 'three whole numbers, comma separated')
  .transform((text) => {
    const [trigger = 0, configuration = 0, global = 0] = text.split(',').map(Number)
    return { trigger, configuration, global }
  })

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  RECADO_MODE: z.enum(['demo', 'production', 'test']).optional(),
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.string().optional(),
  /** Folder of the programs `postgres` and `initdb` for the embedded database, instead of the bundled ones. */
  PG_BIN_DIR: z.string().optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  REDIS_URL: z.string().optional(),
  APP_SECRET: z.string().min(32).optional(),
  /** Former secrets, comma separated, still able to open what they sealed. */
  APP_SECRET_PREVIOUS: z.string().default(''),
  PUBLIC_URL: z.url().optional(),
  TRUST_PROXY: z.string().default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
  SMTP_URL: z.string().optional(),
  MAIL_FROM: z.string().default('Recado <no-reply@localhost>'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_ISSUER: z.url().default('https://accounts.google.com'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_URL: z.url().default('https://github.com'),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
  /** Where people connect their Slack to the notifications. */
  SLACK_URL: z.url().default('https://slack.com'),
  WHATSAPP_GRAPH_URL: z.url().default('https://graph.facebook.com'),
  WHATSAPP_GRAPH_VERSION: z.string().default('v23.0'),
  WHATSAPP_APP_ID: z.string().optional(),
  WHATSAPP_APP_SECRET: z.string().optional(),
  /** Where the browser loads Meta's script for the embedded signup from. */
  WHATSAPP_SDK_URL: z.url().default('https://connect.facebook.net/en_US/sdk.js'),
  /** Facebook Login for Business configurations of the two ways to sign up. */
  WHATSAPP_SIGNUP_CONFIG_ID: z.string().optional(),
  WHATSAPP_COEXISTENCE_CONFIG_ID: z.string().optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().optional(),
  /** Hosts besides the Graph API's own from which media may be fetched with the channel's token. */
  WHATSAPP_MEDIA_HOSTS: z.string().default('lookaside.fbsbx.com,mmg.whatsapp.net'),
  /** Hosts on private networks that addresses typed by people may name all the same. */
  OUTBOUND_PRIVATE_HOSTS: z.string().default(''),
  UNKNOWN_SETTLE_SECONDS: z.coerce.number().int().min(1).default(900),
  /** Language of the demo's people and conversations; the machine's when absent. */
  DEMO_LANGUAGE: z.enum(locales).optional(),
  SANDBOX_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_TOKEN: z.string().optional(),
  TAG_MANAGER_ID: z.string().optional(),
  SESSION_DAYS: z.coerce.number().int().min(1).max(365).default(30),
  ARGON2_MEMORY_KIB: z.coerce.number().int().min(8).default(19_456),
  NOTIFICATION_LIMITS_FREE: limits.default(tierLimits.free),
  NOTIFICATION_LIMITS_BUSINESS: limits.default(tierLimits.business),
  NOTIFICATION_LIMITS_ENTERPRISE: limits.default(tierLimits.enterprise),
  NOTIFICATION_LIMITS_UNLIMITED: limits.default(tierLimits.unlimited),
  NOTIFICATION_LIMIT_WINDOW_SECONDS: z.coerce.number().int().min(1).max(3600).default(rateLimitDefaults.windowSeconds),
  NOTIFICATION_LIMIT_BURST: z.coerce.number().min(0).max(10).default(rateLimitDefaults.burst),
  NOTIFICATION_LIMIT_BULK_COST: z.coerce.number().int().min(1).default(rateLimitDefaults.bulkCost),
  /** Calls a minute that each API key of a company with such a plan may make, and a tenth more at once. */
  API_LIMIT_FREE: z.coerce.number().int().min(1).max(1_000_000).default(120),
  API_LIMIT_BUSINESS: z.coerce.number().int().min(1).max(1_000_000).default(600),
  API_LIMIT_ENTERPRISE: z.coerce.number().int().min(1).max(1_000_000).default(3000),
  API_LIMIT_UNLIMITED: z.coerce.number().int().min(1).max(1_000_000).default(30_000),
  /** Domains that take in mail as replies to notifications, comma separated. */
  INBOUND_MAIL_DOMAINS: z
    .string()
    .default('')
    .transform((text): readonly string[] => list(text)),
  /** Another server of the notification API, whose inboxes the product shows instead of its own. */
  INBOX_BACKEND_URL: z.url().optional(),
  INBOX_SOCKET_URL: z.url().optional(),
  INBOX_APPLICATION_ID: z.string().optional(),
  /** The API key there that people are vouched for with. */
  INBOX_API_KEY: z.string().optional(),
  INSECURE_OAUTH: flag.default(false),
})

/** A sandbox number that is not connected yet, to try out connecting one. */
export type SandboxNumber = { wabaId: string; phoneNumberId: string; phone: string }

export type Mode = 'demo' | 'production' | 'test'
export type Config = Readonly<
  Omit<
    z.output<typeof environment>,
    | 'RECADO_MODE'
    | 'DEMO_LANGUAGE'
    | 'LOG_LEVEL'
    | 'APP_SECRET_PREVIOUS'
    | 'WHATSAPP_MEDIA_HOSTS'
    | 'OUTBOUND_PRIVATE_HOSTS'
  > & {
    MODE: Mode
    DEMO_LANGUAGE: Locale
    LOG_LEVEL: string
    /** The sandbox of demo mode: where its pages are, and what connects its spare numbers. */
    SANDBOX?: { url: string; accessToken: string; spareNumbers: readonly SandboxNumber[] }
    APP_SECRET_PREVIOUS: readonly string[]
    WHATSAPP_MEDIA_HOSTS: readonly string[]
    OUTBOUND_PRIVATE_HOSTS: readonly string[]
  }
>

const loopback = new Set(['127.0.0.1', 'localhost', '::1'])
const list = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** A letter or a word over and over is long and can be guessed all the same. */
const isGuessable = (secret: string) => new Set(secret).size < 10 || /^(.+?)\1+$/.test(secret)

/** Trying production on one's own machine needs no certificate. */
const isOpenAddress = (url: string) => {
  const { protocol, hostname } = new URL(url)
  return protocol !== 'https:' && !loopback.has(hostname.replace(/^\[|\]$/g, ''))
}

const productionProblems = (env: z.output<typeof environment>): string[] => {
  const problems: string[] = []
  if (!env.APP_SECRET) problems.push('APP_SECRET: required in production, 32 characters or more')
  else if (isGuessable(env.APP_SECRET))
    problems.push('APP_SECRET: too easy to guess; make one with `openssl rand -hex 32`')
  if (!env.PUBLIC_URL) problems.push('PUBLIC_URL: required in production')
  else if (isOpenAddress(env.PUBLIC_URL))
    problems.push('PUBLIC_URL: must begin with https:// in production, except on this machine (localhost)')
  if (env.INSECURE_OAUTH) problems.push('INSECURE_OAUTH: for tests only; production asks providers over TLS')
  if (!env.DATABASE_URL && !env.DATA_DIR) problems.push('DATABASE_URL or DATA_DIR: one is required in production')
  return problems
}

const inboxProblems = (env: z.output<typeof environment>): string[] => {
  const together = ['INBOX_BACKEND_URL', 'INBOX_APPLICATION_ID', 'INBOX_API_KEY'] as const
  const isGiven = together.some((name) => env[name]) || env.INBOX_SOCKET_URL
  return isGiven ? together.filter((name) => !env[name]).map((name) => `${name}: required for inboxes elsewhere`) : []
}

/** English where the machine speaks it, else Portuguese. */
const machineLanguage = (env: Record<string, string | undefined>): Locale =>
  /^en/i.test(env['LC_ALL'] || env['LANG'] || '') ? 'en' : 'pt'

/** Reads the environment once. Throws one error that lists every problem. */
export const readConfig = (env: Record<string, string | undefined>): Config => {
  const cleaned = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = environment.safeParse(cleaned)
  if (!parsed.success) {
    throw new Error(
      `The configuration is wrong:\n${parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`).join('\n')}`,
    )
  }
  const { RECADO_MODE, APP_SECRET_PREVIOUS, WHATSAPP_MEDIA_HOSTS, OUTBOUND_PRIVATE_HOSTS, ...rest } = parsed.data
  const mode: Mode = RECADO_MODE ?? (rest.NODE_ENV === 'production' ? 'production' : 'demo')
  const problems = [...(mode === 'production' ? productionProblems(parsed.data) : []), ...inboxProblems(parsed.data)]
  if (mode === 'demo' && !loopback.has(rest.HOST))
    problems.push(`HOST: demo mode listens on loopback only, not on ${rest.HOST}`)
  if (problems.length > 0) throw new Error(`The configuration is wrong:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  return Object.freeze({
    ...rest,
    MODE: mode,
    DEMO_LANGUAGE: rest.DEMO_LANGUAGE ?? machineLanguage(env),
    LOG_LEVEL: rest.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    APP_SECRET_PREVIOUS: list(APP_SECRET_PREVIOUS),
    WHATSAPP_MEDIA_HOSTS: list(WHATSAPP_MEDIA_HOSTS),
    OUTBOUND_PRIVATE_HOSTS: list(OUTBOUND_PRIVATE_HOSTS),
  })
}
