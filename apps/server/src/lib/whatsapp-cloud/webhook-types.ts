/** Where in the body an event stood: `<entry>.<change>.<list>.<index>`, stable over redeliveries of the same body. */
type Base = {
  wabaId: string | null
  phoneNumberId: string | null
  displayPhoneNumber: string | null
  field: string
  place: string
}

/** A WhatsApp user. Empty or BSUID-shaped phones of the wire are normalised; at least one of phone and bsuid is set. */
export type WhatsappUser = {
  /** Digits only. */
  phone: string | null
  bsuid: string | null
  parentBsuid: string | null
  username: string | null
  name: string | null
  countryCode: string | null
}

export type ErrorFact = {
  code: number | null
  title: string | null
  message: string | null
  details: string | null
}

export type InboundMediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'
export type InboundMedia = {
  kind: InboundMediaKind
  mediaId: string | null
  mimeType: string | null
  sha256: string | null
  caption: string | null
  fileName: string | null
  /** A voice note. */
  voice: boolean
  animated: boolean
  url: string | null
}

/** What a message says; `kind` tells the shape. Words that we do not know arrive as `unsupported`. */
export type MessageContent =
  | { kind: 'text'; body: string }
  | InboundMedia
  | {
      kind: 'location'
      latitude: number
      longitude: number
      name: string | null
      address: string | null
      url: string | null
    }
  | { kind: 'contacts'; contacts: Record<string, unknown>[] }
  | { kind: 'reaction'; targetWamid: string; emoji: string | null }
  | { kind: 'button_reply'; id: string; title: string }
  | { kind: 'list_reply'; id: string; title: string; description: string | null }
  | { kind: 'flow_reply'; name: string | null; body: string | null; responseJson: string | null; response: unknown }
  | { kind: 'call_permission_reply'; response: string | null; expiresAt: Date | null }
  | { kind: 'template_button'; payload: string | null; text: string }
  | { kind: 'order'; catalogId: string | null; text: string | null; items: OrderItem[] }
  | {
      kind: 'system'
      systemType: string | null
      body: string | null
      newUser: Pick<WhatsappUser, 'phone' | 'bsuid' | 'parentBsuid'>
    }
  | { kind: 'edit'; originalWamid: string; content: MessageContent | null }
  | { kind: 'revoke'; originalWamid: string }
  | { kind: 'unsupported'; type: string | null; detail: string | null }

type OrderItem = {
  productId: string | null
  quantity: number | null
  price: number | null
  currency: string | null
}

export type MessageContext = {
  wamid: string | null
  from: string | null
  forwarded: boolean
  frequentlyForwarded: boolean
  product: { catalogId: string | null; productId: string | null } | null
}

export type Referral = {
  sourceType: string | null
  sourceId: string | null
  sourceUrl: string | null
  headline: string | null
  body: string | null
  mediaType: string | null
  mediaUrl: string | null
  thumbnailUrl: string | null
  clickId: string | null
  welcomeText: string | null
}

type MessageFacts = {
  wamid: string
  /** Null when the body gives no usable time; never the time of arrival. */
  timestamp: Date | null
  /** The word of the wire. */
  type: string
  content: MessageContent
  groupId: string | null
  context: MessageContext | null
  errors: ErrorFact[]
  /** The message object as it came. */
  raw: Record<string, unknown>
}

export type InboundMessageEvent = Base &
  MessageFacts & { kind: 'inboundMessage'; from: WhatsappUser; referral: Referral | null; identityHash: string | null }

/** Typed by the owner in the phone app: an outgoing message that we did not send. */
export type EchoEvent = Base & MessageFacts & { kind: 'echo'; from: WhatsappUser; to: WhatsappUser }

export const messageStatusWords = ['sent', 'delivered', 'read', 'played', 'failed'] as const
export type MessageStatusWord = (typeof messageStatusWords)[number]

export type MessageStatusEvent = Base & {
  kind: 'messageStatus'
  wamid: string
  status: MessageStatusWord
  timestamp: Date | null
  recipient: WhatsappUser
  groupId: string | null
  /** Our own message id, when we gave one. */
  callbackData: string | null
  pricing: { model: string | null; type: string | null; category: string | null; billable: boolean | null } | null
  conversation: { id: string | null; origin: string | null; expiresAt: Date | null } | null
  errors: ErrorFact[]
  raw: Record<string, unknown>
}

export type HistoryMessage = MessageFacts & {
  threadId: string
  from: WhatsappUser
  to: WhatsappUser
  status: string | null
}
type HistoryEvent = Base & {
  kind: 'history'
  phase: number | null
  chunkOrder: number | null
  progress: number | null
  messages: HistoryMessage[]
  /** 2593109 when the owner declined to share. */
  errors: ErrorFact[]
  raw: Record<string, unknown>
}

type ContactSyncEvent = Base & {
  kind: 'contactSync'
  action: 'add' | 'remove'
  phone: string | null
  bsuid: string | null
  fullName: string | null
  firstName: string | null
  timestamp: Date | null
}

type UserPreferenceEvent = Base & {
  kind: 'userPreference'
  user: WhatsappUser
  category: string | null
  value: 'stop' | 'resume'
  detail: string | null
  timestamp: Date | null
}

type UserIdUpdateEvent = Base & {
  kind: 'userIdUpdate'
  user: WhatsappUser
  previous: { bsuid: string | null; parentBsuid: string | null }
  current: { bsuid: string | null; parentBsuid: string | null }
  timestamp: Date | null
}

type TemplateRef = { templateId: string | null; templateName: string | null; templateLanguage: string | null }

type TemplateStatusEvent = Base &
  TemplateRef & {
    kind: 'templateStatus'
    status: string
    category: string | null
    reason: string | null
    recommendation: string | null
    title: string | null
    description: string | null
    disableAt: Date | null
    raw: Record<string, unknown>
  }
type TemplateQualityEvent = Base &
  TemplateRef & { kind: 'templateQuality'; previous: string | null; current: string | null }
type TemplateComponentsEvent = Base & TemplateRef & { kind: 'templateComponents'; raw: Record<string, unknown> }
type TemplateCategoryEvent = Base &
  TemplateRef & {
    kind: 'templateCategory'
    /** `warning` comes a day before a change, with the present category in `category`. */
    stage: 'warning' | 'changed'
    category: string | null
    previousCategory: string | null
    correctCategory: string | null
    changesAt: Date | null
  }

type PhoneQualityEvent = Base & {
  kind: 'phoneQuality'
  event: string | null
  oldLimit: string | null
  currentLimit: string | null
  maxDailyConversations: string | null
}
type PhoneNameEvent = Base & {
  kind: 'phoneName'
  decision: string | null
  requestedName: string | null
  rejectionReason: string | null
}
type AccountUpdateEvent = Base & {
  kind: 'accountUpdate'
  event: string | null
  restrictions: { type: string | null; expiresAt: Date | null; remediation: string | null }[]
  violationType: string | null
  banState: string | null
  banDate: string | null
  disconnectReason: string | null
  raw: Record<string, unknown>
}
type AccountAlertEvent = Base & {
  kind: 'accountAlert'
  severity: string | null
  status: string | null
  type: string | null
  description: string | null
  entityType: string | null
  entityId: string | null
}
type AccountReviewEvent = Base & { kind: 'accountReview'; decision: string | null }
type BusinessCapabilityEvent = Base & {
  kind: 'businessCapability'
  /** TIER_250, TIER_2K, … or a number as text. */
  messagingLimit: string | null
  maxNumbersPerBusiness: number | null
  maxNumbersPerAccount: number | null
}
type SecurityEvent = Base & { kind: 'security'; event: string | null; requester: string | null }

/** Errors that belong to the number rather than to a message. */
type ValueErrorsEvent = Base & { kind: 'valueErrors'; errors: ErrorFact[] }
/** Well-formed, but nothing that we know: keep it and show nothing. */
type UnknownEvent = Base & { kind: 'unknown'; raw: unknown }
/** Signed, but no JSON: keep the bytes, answer 200. */
type UnparsableEvent = Base & { kind: 'unparsable'; reason: string }

export type WebhookEvent =
  | InboundMessageEvent
  | EchoEvent
  | MessageStatusEvent
  | HistoryEvent
  | ContactSyncEvent
  | UserPreferenceEvent
  | UserIdUpdateEvent
  | TemplateStatusEvent
  | TemplateQualityEvent
  | TemplateComponentsEvent
  | TemplateCategoryEvent
  | PhoneQualityEvent
  | PhoneNameEvent
  | AccountUpdateEvent
  | AccountAlertEvent
  | AccountReviewEvent
  | BusinessCapabilityEvent
  | SecurityEvent
  | ValueErrorsEvent
  | UnknownEvent
  | UnparsableEvent

export type WebhookPlace = Base
export type MessageFields = MessageFacts
export type TemplateReference = TemplateRef
