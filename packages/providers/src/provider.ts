import type { ProviderCatalogue } from './fields.ts'
import type { GuardedConnect, GuardedRequest } from './outbound.ts'

export type Attachment = { name: string; mime: string; content: Buffer }

/** `id` is our id of the message in all of them; a vendor that takes one is given it, so that a repeat can be known. */
export type EmailMessage = {
  channel: 'email'
  id: string
  to: string[]
  from?: string | undefined
  senderName?: string | undefined
  subject: string
  html: string
  text?: string | undefined
  cc?: string[] | undefined
  bcc?: string[] | undefined
  replyTo?: string | undefined
  attachments?: Attachment[] | undefined
  headers?: Record<string, string> | undefined
  /** For endpoints of the customer's own: what the mail was made from, and for whom. */
  payloadDetails?: Record<string, unknown> | undefined
  notificationDetails?: { transactionId: string; workflowIdentifier: string; subscriberId: string } | undefined
  /** What a trigger adds for one provider; taken as it comes, so each adapter looks at it. */
  customData?: unknown
}
export type SmsMessage = {
  channel: 'sms'
  id: string
  to: string
  from?: string | undefined
  content: string
  customData?: unknown
}
/** Where it goes is an address, a chat channel or a phone number of the subscriber, depending on the provider. */
export type ChatMessage = {
  channel: 'chat'
  id: string
  webhookUrl?: string | undefined
  chatChannel?: string | undefined
  phoneNumber?: string | undefined
  content: string
  blocks?: unknown[] | undefined
  customData?: unknown
}
export type PushMessage = {
  channel: 'push'
  id: string
  /** Device tokens, or what the provider has in their place. */
  targets: string[]
  title: string
  content: string
  payload: Record<string, unknown>
  overrides: Record<string, unknown>
  subscriber?: Record<string, unknown> | undefined
  step?: Record<string, unknown> | undefined
}
export type OutgoingMessage = EmailMessage | SmsMessage | ChatMessage | PushMessage
export type MessageOf = {
  email: EmailMessage
  sms: SmsMessage
  chat: ChatMessage
  push: PushMessage
  in_app: never
}

/** `id` is the vendor's, by which receipts come in; `date` is ISO 8601. Either is left out when the vendor says none. */
export type SendResult = { id?: string; date?: string }

/**
 * - `refused`: the vendor said no, and nothing was accepted.
 * - `unreachable`: nothing was sent; another try is safe.
 * - `unknown`: it was sent, and what became of it was not heard.
 */
export type ProviderErrorKind = 'refused' | 'unreachable' | 'unknown'

export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly kind: ProviderErrorKind
  /** When the vendor says that another try makes sense. */
  readonly retryAfterSeconds: number | undefined
  /** The vendor's own, or the HTTP status. */
  readonly code: string | undefined
  /** What the vendor answered, cut short; never what it was sent. */
  readonly raw: string | undefined
  constructor(
    kind: ProviderErrorKind,
    message: string,
    facts: {
      retryAfterSeconds?: number | undefined
      code?: string | undefined
      raw?: string | undefined
      cause?: unknown
    } = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.kind = kind
    this.retryAfterSeconds = facts.retryAfterSeconds
    this.code = facts.code
    this.raw = facts.raw
  }
}

/** A mail as the installation's own mail server takes it; the sender is the installation's. */
export type OwnMail = {
  to: string | string[]
  subject: string
  html: string
  text: string
  cc?: string[] | undefined
  bcc?: string[] | undefined
  replyTo?: string | undefined
  attachments?: { filename: string; contentType: string; content: Buffer }[] | undefined
}

/** What a provider may use of the world. */
export type ProviderPorts = {
  request: GuardedRequest
  connect: GuardedConnect
  now: () => Date
  /** In place of the vendor's address. */
  baseUrl?: string
  /** The installation's own mail server, for what the installation itself sends. */
  sendMail?: (mail: OwnMail) => Promise<void>
}

/** As `credentialsSchema` gave them. */
export type Credentials = Readonly<Record<string, unknown>>

export const receiptStatuses = [
  'created',
  'accepted',
  'queued',
  'sending',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'read',
  'deferred',
  'delayed',
  'undelivered',
  'bounced',
  'dropped',
  'blocked',
  'rejected',
  'failed',
  'spam',
  'complaint',
  'unsubscribed',
] as const
export type ReceiptStatus = (typeof receiptStatuses)[number]

/** What a vendor tells about a message later. `event` is the vendor's word, `at` is ISO 8601. */
export type Receipt = { id: string; event: string; status: ReceiptStatus; at?: string; raw: unknown }

/** Header names in lower case. */
export type ReceiptHeaders = Readonly<Record<string, string | string[] | undefined>>

/** How messages go to a vendor. Everything here throws `ProviderError` and nothing else. */
export type Adapter<M> = {
  send: (credentials: Credentials, message: M, ports: ProviderPorts) => Promise<SendResult>
  /** Tries the credentials without sending anything. */
  check?: (credentials: Credentials, ports: ProviderPorts) => Promise<void>
  /** What of a webhook's body is about messages; nothing of what it does not understand. */
  parseReceipts?: (body: unknown, headers: ReceiptHeaders) => Receipt[]
  /** Whether the vendor signed this body. Without it no receipt is taken. */
  isSigned?: (credentials: Credentials, body: Buffer, headers: ReceiptHeaders) => boolean
}

/** A provider of the catalogue; without `send` its adapter is not there yet. */
export type Provider<M> = { catalogue: ProviderCatalogue } & Partial<Adapter<M>>
