import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection } from '../shared/lists.ts'
import { id, idParams, instant } from '../shared.ts'
import { channelHealth, healthChecks } from './channel-health.ts'
import { channelProfile } from './channel-profile.ts'
import { channelSettings } from './channel-settings.ts'

export const channelStatuses = [
  'onboarding',
  'connected',
  'degraded',
  'restricted',
  'token_expired',
  'disconnected',
  'banned',
] as const
export type ChannelStatus = (typeof channelStatuses)[number]

/** What the platform can hold back for a while. */
export const pauseScopes = ['all', 'marketing'] as const
export type PauseScope = (typeof pauseScopes)[number]

export const channelSummary = z.object({
  id,
  name: z.string(),
  phone: z.string(),
  phoneNumberId: z.string(),
  wabaId: z.string(),
  accountName: z.string(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox', 'test']),
  status: z.enum(channelStatuses),
  statusReason: z.string().nullable(),
  /** Meta's word on the display name. */
  nameStatus: z.string().nullable(),
  quality: z.string().nullable(),
  messagingLimit: z.string().nullable(),
  throughput: z.number().int(),
  lastInboundAt: instant.nullable(),
  lastOutboundAt: instant.nullable(),
  lastEventAt: instant.nullable(),
  /** Set while the platform holds sends back. */
  paused: z.object({ scope: z.enum(pauseScopes), reason: z.string(), at: instant }).nullable(),
  /** The result of its last health check: how many checks need attention, and the most urgent one. */
  attention: z.object({ checks: z.int(), needs: z.int(), first: z.enum(healthChecks).nullable() }),
  createdAt: instant,
  disconnectedAt: instant.nullable(),
})
export type ChannelSummary = z.infer<typeof channelSummary>

export const channelDetail = channelSummary.extend({
  profile: channelProfile,
  health: channelHealth,
  /** Where an own app at Meta sends its webhooks, and the word it says on subscribing. */
  webhook: z.object({ url: z.string(), verifyToken: z.string().nullable() }),
  hasOwnApp: z.boolean(),
  tokenKind: z.enum(['manual', 'embedded']),
  hasPin: z.boolean(),
  restrictedUntil: instant.nullable(),
  settings: channelSettings,
})

export const listChannels = endpoint({
  method: 'GET',
  path: '/api/v1/channels',
  can: 'company.view',
  scope: 'conversations:read',
  summary: 'Channels of the company, disconnected ones last',
  response: z.object({ data: z.array(channelSummary) }),
})

export const getChannel = endpoint({
  method: 'GET',
  path: '/api/v1/channels/:id',
  can: 'channels.view',
  summary: 'One channel with its profile and health',
  params: idParams,
  response: channelDetail,
})

/** Filters of the list of numbers, as they stand in its address. */
export const channelFilter = z.object({
  status: z.enum(channelStatuses).optional(),
  quality: z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN']).optional(),
  wabaId: z.string().max(30).optional(),
  kind: z.enum(['cloud', 'coexistence', 'sandbox']).optional(),
  search: z.string().max(100).optional(),
})
export type ChannelFilter = z.infer<typeof channelFilter>

export const resyncChannels = endpoint({
  method: 'POST',
  path: '/api/v1/channels/resyncs',
  can: 'channels.manage',
  summary: 'Has health and templates of many numbers read from Meta anew',
  body: bulkSelection,
  response: bulkOutcome,
  errors: ['conflict'],
})
