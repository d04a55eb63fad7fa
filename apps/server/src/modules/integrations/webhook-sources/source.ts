import type { SourceRecipe, SourceVerification } from '@recado/contracts/integrations/webhook-definition'
import type { EventMap } from '@recado/contracts/integrations/webhook-mapping'
import type { WebhookSourceCategory } from '@recado/contracts/integrations/webhook-source-kinds'

type InBoth = { en: string; pt: string }

/** What came in, as it came. */
export type Delivery = {
  body: Buffer
  /** By names in lower case. */
  headers: Readonly<Record<string, string | undefined>>
  query: URLSearchParams
  contentType: string
  /** The body as JSON, or as what a form says; undefined when it is neither. */
  json: () => unknown
}

export type Secrets = Readonly<Record<string, string | undefined>>

/** What a company says of its connection besides secrets. */
export type SourceSettings = {
  scheme?: 'none' | 'token' | 'hmac' | 'basic' | 'standard'
  header?: string
  algorithm?: 'sha1' | 'sha256' | 'sha512'
  encoding?: 'hex' | 'base64'
  prefix?: string
  /** Where an event is named, known by, and what it is about. */
  eventPath?: string
  idPath?: string
  objectPath?: string
  /** Where the system is asked for what it leaves out, when that is not its usual address. */
  apiUrl?: string
}

export type Check = { delivery: Delivery; secrets: Secrets; now: Date; settings: SourceSettings }

/** What a delivery says of itself. */
export type Facts = {
  event: string | null
  /** What the source knows this event by. */
  id: string | null
  /** What it is about, such as an order. */
  objectKey: string | null
  isTest: boolean
}

export type SecretField = { key: string; label: InBoth; origin: 'source' | 'ours'; required: boolean }

/** A system whose webhooks can be taken in. */
export type WebhookSource = {
  key: string
  /** Which version of it this is, where platform admins wrote it. */
  number?: number
  logoFileId?: string | null
  name: InBoth
  category: WebhookSourceCategory
  docsUrl: string | null
  secrets: readonly SecretField[]
  steps: { en: readonly string[]; pt: readonly string[] }
  /** Whether it was sent by who knows the secrets. */
  verify: (check: Check) => boolean
  /** A question whether anyone is here, which is answered and not kept. */
  isPing?: (delivery: Delivery) => boolean
  read: (delivery: Delivery, settings: SourceSettings) => Facts
  /** The part of a body that its maps speak of, where that is not all of it. */
  inner?: (json: unknown) => unknown
  events: readonly EventMap[]
  samples: readonly { id: string; event: string; headers?: Record<string, string>; body: unknown }[]
  recipes?: readonly SourceRecipe[]
  /** How it is verified, as data; versions of a source are told apart by it. */
  proof?: SourceVerification
  /** The header that is a secret itself. */
  secretHeader?: string | undefined
}
