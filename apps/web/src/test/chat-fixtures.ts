import { listTeams } from '@recado/contracts/companies/teams'
import { listConsents } from '@recado/contracts/contacts/consents'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { chatSettings, getChatSettings } from '@recado/contracts/inbox/chat-settings'
import {
  type ConversationSummary,
  countConversations,
  getConversation,
  listAssignees,
  listColleagues,
  listConversations,
  readConversation,
  type SuppressionEffect,
} from '@recado/contracts/inbox/conversations'
import { listHeldMessages } from '@recado/contracts/inbox/held-messages'
import { listLabels } from '@recado/contracts/inbox/labels'
import { listMessages, type Message } from '@recado/contracts/inbox/messages'
import { listSavedViews } from '@recado/contracts/inbox/saved-views'
import { listTemplateMappings } from '@recado/contracts/inbox/template-mappings'
import { listTemplates } from '@recado/contracts/whatsapp/channel-templates'
import { type ChannelSummary, listChannels } from '@recado/contracts/whatsapp/channels'
import { type FakeRoute, on } from './fake-server.ts'

export const conversationId = '0192f000-0000-7000-8000-0000000000c1'
const channelId = '0192f000-0000-7000-8000-0000000000d1'
const contactId = '0192f000-0000-7000-8000-0000000000e1'
const hour = 3_600_000

export const ahead = (milliseconds: number): string => new Date(Date.now() + milliseconds).toISOString()

export const summaryOf = (changes: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id: conversationId,
  status: 'open',
  channel: { id: channelId, name: 'Empório', phone: '+55 81 3030-4040', status: 'connected' },
  contact: { id: contactId, displayName: 'Bia Rocha', phone: '+5581991230001' },
  assignee: null,
  team: null,
  priority: 'none',
  labelIds: [],
  snoozedUntil: null,
  slaDueAt: null,
  mentioned: false,
  unreadCount: 0,
  windowExpiresAt: ahead(20 * hour),
  freeEntryExpiresAt: null,
  lastMessageAt: ahead(-hour),
  lastDirection: 'in',
  lastPreview: 'Do you open *today*?',
  lastType: 'text',
  lastStatus: null,
  waitingSince: null,
  failedAt: null,
  version: 1,
  ...changes,
})

export const channelOf = (changes: Partial<ChannelSummary> = {}): ChannelSummary => ({
  id: channelId,
  name: 'Empório',
  phone: '+55 81 3030-4040',
  phoneNumberId: '100200300',
  wabaId: '900800700',
  accountName: 'Empório',
  kind: 'cloud',
  status: 'connected',
  statusReason: null,
  nameStatus: null,
  quality: null,
  messagingLimit: null,
  throughput: 80,
  lastInboundAt: null,
  lastOutboundAt: null,
  lastEventAt: null,
  paused: null,
  attention: { checks: 14, needs: 0, first: null },
  createdAt: ahead(-hour),
  disconnectedAt: null,
  ...changes,
})

let count = 0
export const messageOf = (changes: Partial<Message> = {}): Message => {
  count += 1
  return {
    id: `0192f000-0000-7000-8000-1${String(count).padStart(11, '0')}`,
    conversationId,
    direction: 'in',
    type: 'text',
    body: 'Do you open *today*?',
    payload: {},
    media: null,
    replyTo: null,
    reactions: [],
    origin: 'contact',
    author: null,
    clientKey: null,
    status: 'received',
    error: null,
    occurredAt: ahead(-hour + count * 1000),
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    playedAt: null,
    failedAt: null,
    editedAt: null,
    revokedAt: null,
    ...changes,
  }
}

export const outgoingOf = (changes: Partial<Message> = {}): Message =>
  messageOf({ direction: 'out', origin: 'agent', status: 'sent', body: 'Yes, until six.', ...changes })

const templates = [
  {
    id: '0192f000-0000-7000-8000-0000000000f1',
    name: 'order_ready',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    parameterFormat: 'NAMED' as const,
    components: [
      { type: 'BODY', text: 'Hi {{first_name}}, your order {{order_number}} is ready.' },
      { type: 'FOOTER', text: 'See you soon' },
    ],
  },
]

/** The contact of a conversation, of whom nothing is written down yet. */
export const contactOf = (summary: ConversationSummary): ContactCard => ({
  ...summary.contact,
  id: contactId,
  name: null,
  profileName: null,
  username: null,
  email: null,
  phones: summary.contact.phone === null ? [] : [summary.contact.phone],
  emails: [],
  externalIds: [],
  notes: null,
  tags: [],
  tagBadges: [],
  organization: null,
  jobTitle: null,
  document: null,
  birthday: null,
  address: null,
  lifecycle: null,
  owner: null,
  source: 'chat',
  attributes: {},
  language: null,
  timezone: null,
  marketing: 'unknown',
  identities: [],
  lastInboundAt: null,
  lastOutboundAt: null,
  blocked: false,
  block: null,
  legalHold: null,
  createdAt: ahead(-hour),
  deletedAt: null,
  erasedAt: null,
  version: 1,
})

export type ChatWorld = {
  summary: ConversationSummary
  messages: Message[]
  suppressed?: SuppressionEffect
  contact?: Partial<ContactCard>
}

/** The calls that the chat page makes, over a small world that a test may change. */
export const chatRoutes = (world: ChatWorld): FakeRoute[] => {
  return [
    on(listConsents, () => ({ effective: [], data: [], pending: null, suppression: null })),
    on(listChannels, () => ({ data: [] })),
    on(listAssignees, () => ({ data: [], page: { next: null, has_more: false } })),
    on(listColleagues, () => ({ data: [], page: { next: null, has_more: false } })),
    on(listLabels, () => ({ data: [] })),
    on(listTeams, () => ({ data: [] })),
    on(listSavedViews, () => ({ data: [] })),
    on(listHeldMessages, () => ({ data: [] })),
    on(getChatSettings, () => ({ settings: chatSettings.parse({ undoSeconds: 0 }), version: 1 })),
    on(listTemplateMappings, () => ({ data: [] })),
    on(listTemplates, () => ({ data: templates, syncedAt: null })),
    on(countConversations, () => ({
      mine: 0,
      unassigned: 1,
      team: 0,
      mentions: 0,
      failed: 0,
      snoozed: 0,
      pending: 0,
      all: 1,
      unread: 0,
      resolved: 0,
    })),
    on(listConversations, () => ({ data: [world.summary], page: { next: null, has_more: false } })),
    on(readConversation, () => ({ ...world.summary, unreadCount: 0 })),
    on(getConversation, () => ({
      ...world.summary,
      previousConversations: 0,
      suppressed: world.suppressed ?? 'no',
      contact: { ...contactOf(world.summary), ...world.contact },
    })),
    on(listMessages, () => ({
      data: world.messages,
      page: { before: null, after: null, has_before: false, has_after: false },
    })),
  ]
}
