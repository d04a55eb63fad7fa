export type Fields = Record<string, unknown>

export type PhoneNumber = {
  id: string
  accountId: string
  displayPhoneNumber: string
  /** Digits of the display number. */
  digits: string
  verifiedName: string
  registered: boolean
  verified: boolean
  code: string | null
  pin: string | null
  qualityRating: string
  messagingLimit: string
  coexistence: boolean
  /** Meta's words on the number and its name, where they are not the usual ones. */
  status?: string
  nameStatus?: string
  profile: Fields
  webhookConfiguration: Record<string, string>
  blocked: string[]
  settings: Fields
  /** What of the phone app was asked for, as often as it was. */
  syncs?: string[]
  /** What the phone app does when its past is asked for. */
  history?: 'sends' | 'declines' | 'silent'
  /** Ice breakers and commands. */
  automation?: Fields
  /** Short links with a text. */
  qrCodes?: Fields[]
}

export type Template = {
  id: string
  accountId: string
  name: string
  language: string
  category: string
  status: string
  parameterFormat: 'POSITIONAL' | 'NAMED'
  components: Fields[]
  rejectedReason: string
  quality: string
  ttlSeconds: number | null
}

export type Account = {
  id: string
  name: string
  currency: string
  country: string
  /** App ids with the address that overrides the callback, if any. */
  /** Meta's word on the business, `verified` unless said. */
  verification?: string
  /** Whether Meta can bill no one for its messages. */
  unpaid?: boolean
  subscribers: Record<string, { overrideCallbackUri?: string | undefined }>
}

export type Customer = {
  /** The number as WhatsApp knows it. */
  waId: string
  name: string
  bsuid: string
  username: string | null
  /** Whether the number is kept from the business, and in which of the two forms that Meta uses. */
  hidden: 'no' | 'omitted' | 'empty'
  /** Gives read marks for what arrives. */
  reads: boolean
  /** Has blocked these business numbers. */
  blockedNumbers: string[]
}

export type StatusWord = 'accepted' | 'sent' | 'delivered' | 'read' | 'played' | 'failed' | 'held'

export type StoredMessage = {
  wamid: string
  phoneNumberId: string
  waId: string
  direction: 'in' | 'out'
  type: string
  /** The message object: what the business sent, or what the webhook carried. */
  message: Fields
  /** Milliseconds since 1970. */
  at: number
  status: StatusWord
  error: { code: number; title: string } | null
  callbackData: string | null
  /** Category for the price, of outgoing messages. */
  category: string
  reactions: { business?: string; customer?: string }
  revoked: boolean
}

export type Thread = {
  phoneNumberId: string
  waId: string
  lastInboundAt: number
  lastAt: number
  messages: StoredMessage[]
  /** Until when the business shows that it types. */
  typingUntil: number
  /** Messages of the business that wait for the customer to read them. */
  unread: StoredMessage[]
}

export type Media = {
  id: string
  phoneNumberId: string | null
  mimeType: string
  fileName: string | null
  size: number
  /** Hex. */
  sha256: string
  createdAt: number
}

export type Upload = { id: string; fileName: string; mimeType: string; length: number; received: number }

export type Mail = {
  id: string
  at: number
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  attachments: { fileName: string; mimeType: string; size: number }[]
}
