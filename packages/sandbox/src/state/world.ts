import { defaultFaults, type Faults, type SandboxConfig, withFaults } from '../config.ts'
import { bsuidOf, newNumericId, waIdOf } from './ids.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'
import { createMediaStore, type MediaStore } from './media-store.ts'
import type { Account, Customer, Mail, PhoneNumber, StoredMessage, Template, Thread, Upload } from './types.ts'

type OAuthCode = { expiresAt: number; wabaIds: string[]; scopes?: string[] }

/** Graph calls to refuse: those whose path holds `path`, as many as `times` says. */
export type Refusal = {
  path: string
  method?: string | undefined
  code: number
  subcode?: number | undefined
  http?: number | undefined
  times: number
}

/** Everything that the stand-in knows. One per sandbox; plain data with the functions below. */
export type World = {
  config: SandboxConfig
  faults: Faults
  callbackUrl: string | null
  accounts: Map<string, Account>
  numbers: Map<string, PhoneNumber>
  templates: Map<string, Template>
  customers: Map<string, Customer>
  byBsuid: Map<string, string>
  threads: Map<string, Thread>
  messages: Map<string, StoredMessage>
  /** The kept messages in a ring, so that the oldest is found without walking the map. */
  ring: { slots: (StoredMessage | undefined)[]; next: number }
  uploads: Map<string, Upload>
  /** When templates were created, by account; when approved ones were edited, by id; until when names are locked. */
  creations: Map<string, number[]>
  edits: Map<string, number[]>
  lockedNames: Map<string, number>
  /** Accounts that count what their templates do. */
  insights: Set<string>
  handles: Map<string, Upload>
  mails: Mail[]
  /** How often each `biz_opaque_callback_data` came in. */
  received: Map<string, number>
  tokens: Map<string, { valid: boolean; wabaIds: string[] | null; scopes?: string[]; expiresAt?: number }>
  /** Webhook fields that the app is subscribed to, and where to; null fields are all of them. */
  app: { fields: string[] | null; callbackUrl: string | null }
  codes: Map<string, OAuthCode>
  refusals: Refusal[]
  media: MediaStore
  live: LiveHub
  /** Address of this sandbox, known once it listens. */
  baseUrl: string
  /** Tells the keeper of the state that something changed. */
  changed: () => void
}

const maxReceived = 1_000_000
const maxMails = 500

const seedNumbers = (world: World): void => {
  for (const account of world.config.accounts) {
    const subscribers = account.subscribed ? { [world.config.appId]: {} } : {}
    world.accounts.set(account.id, {
      id: account.id,
      name: account.name,
      currency: account.currency,
      country: account.country,
      subscribers,
    })
    for (const number of account.phoneNumbers) {
      world.numbers.set(number.id, {
        id: number.id,
        accountId: account.id,
        displayPhoneNumber: number.displayPhoneNumber,
        digits: number.displayPhoneNumber.replace(/\D/g, ''),
        verifiedName: number.verifiedName,
        registered: number.registered,
        verified: true,
        code: null,
        pin: number.pin ?? null,
        qualityRating: number.qualityRating,
        messagingLimit: number.messagingLimit,
        coexistence: number.coexistence,
        profile: { vertical: 'OTHER' },
        webhookConfiguration: {},
        blocked: [],
        settings: {},
      })
    }
    for (const seed of account.templates) {
      const id = seed.id ?? newNumericId()
      world.templates.set(id, {
        id,
        accountId: account.id,
        name: seed.name,
        language: seed.language,
        category: seed.category,
        status: seed.status,
        parameterFormat: seed.parameter_format,
        components: seed.components,
        rejectedReason: seed.rejected_reason,
        quality: seed.quality,
        ttlSeconds: null,
      })
    }
  }
}

export const createWorld = (config: SandboxConfig): World => {
  const world: World = {
    config,
    faults: withFaults(defaultFaults, config.faults),
    callbackUrl: config.callbackUrl ?? null,
    accounts: new Map(),
    numbers: new Map(),
    templates: new Map(),
    customers: new Map(),
    byBsuid: new Map(),
    threads: new Map(),
    messages: new Map(),
    ring: { slots: [], next: 0 },
    uploads: new Map(),
    creations: new Map(),
    edits: new Map(),
    lockedNames: new Map(),
    insights: new Set(),
    handles: new Map(),
    mails: [],
    received: new Map(),
    tokens: new Map([[config.accessToken, { valid: true, wabaIds: null }]]),
    app: { fields: null, callbackUrl: null },
    codes: new Map(),
    refusals: [],
    media: createMediaStore(config.stateDir),
    live: createLiveHub(),
    baseUrl: '',
    changed: () => {},
  }
  seedNumbers(world)
  return world
}

export const addCustomer = (world: World, customer: Customer): Customer => {
  world.customers.set(customer.waId, customer)
  world.byBsuid.set(customer.bsuid, customer.waId)
  return customer
}

/** The customer of a number, in any of the spellings that WhatsApp takes for the same; made when there is none. */
export const customerOf = (world: World, typed: string, name = ''): Customer => {
  const digits = typed.replace(/\D/g, '')
  const known = world.customers.get(digits)
  if (known) return known
  const waId = waIdOf(digits)
  const canonical = world.customers.get(waId)
  if (canonical) return canonical
  const bsuid = bsuidOf(waId, world.config.businessId)
  return addCustomer(world, { waId, name, bsuid, username: null, hidden: 'no', reads: true, blockedNumbers: [] })
}

const threadKey = (phoneNumberId: string, waId: string) => `${phoneNumberId}:${waId}`

export const threadOf = (world: World, phoneNumberId: string, waId: string): Thread => {
  const key = threadKey(phoneNumberId, waId)
  let thread = world.threads.get(key)
  if (!thread) {
    thread = { phoneNumberId, waId, lastInboundAt: 0, lastAt: 0, messages: [], typingUntil: 0, unread: [] }
    world.threads.set(key, thread)
  }
  return thread
}

const forget = (world: World, message: StoredMessage): void => {
  world.messages.delete(message.wamid)
  const thread = world.threads.get(threadKey(message.phoneNumberId, message.waId))
  if (!thread) return
  if (thread.messages[0] === message) thread.messages.shift()
  else thread.messages = thread.messages.filter((kept) => kept !== message)
}

const keep = (world: World, message: StoredMessage): void => {
  const { slots, next } = world.ring
  const oldest = slots[next]
  if (oldest) forget(world, oldest)
  slots[next] = message
  world.ring.next = (next + 1) % world.config.keepMessages
  world.messages.set(message.wamid, message)
}

export const addMessage = (world: World, message: StoredMessage): Thread => {
  const thread = threadOf(world, message.phoneNumberId, message.waId)
  thread.messages.push(message)
  thread.lastAt = message.at
  if (message.direction === 'in' && message.type !== 'reaction') thread.lastInboundAt = message.at
  keep(world, message)
  world.changed()
  return thread
}

export const countReceived = (world: World, callbackData: string): void => {
  world.received.set(callbackData, (world.received.get(callbackData) ?? 0) + 1)
  if (world.received.size <= maxReceived) return
  const oldest = world.received.keys().next().value
  if (oldest !== undefined) world.received.delete(oldest)
}

export const addMail = (world: World, mail: Mail): void => {
  world.mails.push(mail)
  if (world.mails.length > maxMails) world.mails.shift()
  world.live.publish('mail', { id: mail.id })
  world.changed()
}
