import type { Dispatcher } from 'undici'
import type { Deps } from '#server/context.ts'
import { createGraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { limitSize } from '#server/modules/whatsapp/channels/index.ts'
import { findChannelAccess } from '#server/modules/whatsapp/directory/index.ts'
import type { Lane, LaneFacts } from './lane.ts'

export type GraphOptions = { timeoutMs: number; dispatcher: Dispatcher }

/** Reads what a lane must know of its number; each number keeps its client for as long as its token holds. */
export const createFactsReader = (deps: Deps, options: GraphOptions) => {
  const clients = new Map<string, { token: string; client: NonNullable<Lane['client']> }>()

  const clientOf = (channelId: string, token: string) => {
    const known = clients.get(channelId)
    if (known?.token === token) return known.client
    const client = createGraphClient({
      baseUrl: deps.config.WHATSAPP_GRAPH_URL,
      version: deps.config.WHATSAPP_GRAPH_VERSION,
      accessToken: token,
      dispatcher: options.dispatcher,
      timeoutMs: options.timeoutMs,
    })
    clients.set(channelId, { token, client })
    return client
  }

  const factsOf = async (channelId: string): Promise<LaneFacts | null> => {
    const access = await findChannelAccess(deps, channelId)
    if (!access) return null
    const { companyId, phoneNumberId, accountId, status, scope } = access.channel
    const reachLimit = limitSize(access.channel.messagingLimit)
    const settings = await settingsOf(deps, companyId)
    const limits = settings?.channel(channelId).limits ?? null
    const throughput = Math.min(access.channel.throughput, limits?.messagesPerSecond ?? access.channel.throughput)
    const { accessToken } = access
    const isTest = access.channel.kind === 'test'
    const client = isTest ? access.client : accessToken ? clientOf(channelId, accessToken) : null
    const timezone = settings?.company.timezone ?? 'UTC'
    const { paused } = access.channel
    const held = access.hold !== null || paused?.scope === 'all'
    const marketingHeld = paused !== null
    const facts = { companyId, phoneNumberId, accountId, status, client, accessToken, held, marketingHeld }
    return { ...facts, scope, reachLimit, throughput, limits, timezone }
  }

  return { factsOf, forget: (channelId: string) => clients.delete(channelId) }
}
