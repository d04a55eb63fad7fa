import type { ChannelStatus, PauseScope } from '@recado/contracts/whatsapp/channels'
import type { Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createGraphClient, type GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { scopeOf } from './policy.ts'
import * as queries from './queries.ts'
import { testNumberClient } from './test-number.ts'

/** What other modules need to know of a connected number. */
export type ChannelRef = {
  id: string
  companyId: string
  accountId: string
  wabaId: string
  /** Within which business-scoped user ids are valid: the portfolio when known, else the account. */
  scope: string
  phoneNumberId: string
  kind: 'cloud' | 'coexistence' | 'sandbox' | 'test'
  status: ChannelStatus
  throughput: number
  /** Meta's name of the limit of people in a day; null while it is not known. */
  messagingLimit: string | null
  settings: Record<string, unknown>
  /** What the platform holds back, and why. */
  paused: { scope: PauseScope; reason: string } | null
}
type AccountRef = { id: string; companyId: string; wabaId: string; hasOwnApp: boolean }

/** Why nothing may leave: the company is suspended, or has lost the access block `integrations`. */
type Hold = 'suspended' | 'access'
type Access = { channel: ChannelRef; accessToken: string | null; hold: Hold | null; client: GraphClient | null }

const KEEP_MS = 30_000

const directoryOf = perDeps((deps: Deps) => {
  const options = { ttlMs: KEEP_MS, now: () => deps.now().getTime() }
  const byNumber = createCache<ChannelRef>(options)
  const formerByNumber = createCache<ChannelRef[]>(options)
  const byWaba = createCache<AccountRef[]>(options)
  const secrets = createCache<string | null>(options)
  const access = createCache<Access | null>(options)
  deps.bus.subscribe('channel.changed', ({ channelId }) => {
    byNumber.invalidateWhere((channel) => channel.id === channelId)
    access.invalidateWhere((found) => found === null || found.channel.id === channelId)
    formerByNumber.invalidateAll()
    byWaba.invalidateAll()
    secrets.invalidateAll()
  })
  deps.bus.onGap(() => {
    for (const cache of [byNumber, formerByNumber, byWaba, secrets, access]) cache.invalidateAll()
  })
  return { byNumber, formerByNumber, byWaba, secrets, access }
})

const refOf = ({ channel, account }: queries.ChannelWithAccount): ChannelRef => ({
  id: channel.id,
  companyId: channel.companyId,
  accountId: account.id,
  wabaId: account.wabaId,
  scope: scopeOf(account),
  phoneNumberId: channel.phoneNumberId,
  kind: channel.kind,
  status: channel.status,
  throughput: channel.throughput,
  messagingLimit: channel.messagingLimit,
  settings: channel.settings,
  paused: channel.pausedScope ? { scope: channel.pausedScope, reason: channel.pausedReason ?? '' } : null,
})

/**
 * The connected channels of these phone number ids, whichever company they belong to. Known for up to 30 seconds; a number
 * that no one has connected is looked for each time, because what is said to it the moment it is connected must not be
 * missed. Inside of a transaction pass its context as `reader`.
 */
export const findChannelsByNumbers = (
  deps: Deps,
  phoneNumberIds: readonly string[],
  reader: queries.Reader = deps.database,
): Promise<Map<string, ChannelRef>> => {
  const { byNumber } = directoryOf(deps)
  return byNumber.loadMany(phoneNumberIds, async (missing) => {
    const rows = await queries.listLiveChannelsByNumbersAcrossCompanies(reader, missing)
    return new Map(rows.map((row) => [row.channel.phoneNumberId, refOf(row)]))
  })
}

// Meta gives a message up after 30 days at the latest, and tells of that for a while.
const FORMER_DAYS = 40

/** Channels that had these numbers and were disconnected lately, whichever company they belong to. Known for up to 30 seconds. */
export const findFormerChannels = async (deps: Deps, phoneNumberIds: readonly string[]): Promise<ChannelRef[]> => {
  const { formerByNumber } = directoryOf(deps)
  const channels = await formerByNumber.loadMany(phoneNumberIds, async (missing) => {
    const since = new Date(deps.now().getTime() - FORMER_DAYS * 86_400_000)
    const rows = await queries.listFormerChannelsByNumbersAcrossCompanies(deps.database, missing, since)
    const found = Map.groupBy(rows.map(refOf), (channel) => channel.phoneNumberId)
    return new Map(missing.map((id) => [id, found.get(id) ?? []]))
  })
  return [...channels.values()].flat()
}

/** The accounts with these WABA ids, by WABA id. Two companies may have numbers of the same account. Known for up to 30 seconds. */
export const findAccountsByWaba = async (
  deps: Deps,
  wabaIds: readonly string[],
  reader: queries.Reader = deps.database,
): Promise<Map<string, AccountRef[]>> => {
  const { byWaba } = directoryOf(deps)
  const found = await byWaba.loadMany(wabaIds, async (missing) => {
    const rows = await queries.listAccountsByWabaAcrossCompanies(reader, missing)
    const accounts = rows.map((row) => ({
      id: row.id,
      companyId: row.companyId,
      wabaId: row.wabaId,
      hasOwnApp: row.appSecret !== null,
    }))
    return Map.groupBy(accounts, (account) => account.wabaId)
  })
  return new Map(wabaIds.map((id) => [id, found.get(id) ?? []]))
}

/** The app secret of an account whose company uses an app of its own; null when it uses the platform's. */
export const findAccountSecret = (deps: Deps, accountId: string): Promise<string | null> =>
  directoryOf(deps).secrets.load(accountId, async () => {
    const row = await queries.findAccountAcrossCompanies(deps.database, accountId)
    return row?.appSecret ? deps.sealer.open(row.appSecret) : null
  })

/** Graph client for a token, with the configured address and version; `patient` where a person waits for what it reads. */
export const graphClientFor = (
  deps: Deps,
  accessToken: string,
  { patient = false }: { patient?: boolean } = {},
): GraphClient =>
  createGraphClient({
    baseUrl: deps.config.WHATSAPP_GRAPH_URL,
    version: deps.config.WHATSAPP_GRAPH_VERSION,
    accessToken,
    patient,
    mediaHosts: [...deps.config.WHATSAPP_MEDIA_HOSTS, new URL(deps.config.WHATSAPP_GRAPH_URL).host],
  })

const clientFor = (deps: Deps, row: queries.ChannelWithAccount, accessToken: string | null): GraphClient | null => {
  if (row.channel.kind === 'test') return testNumberClient(deps, row)
  return accessToken ? graphClientFor(deps, accessToken) : null
}

const readAccess = async (deps: Deps, channelId: string, reader: queries.Reader): Promise<Access | null> => {
  const row = await queries.findChannelByIdAcrossCompanies(reader, channelId)
  if (!row) return null
  const accessToken = row.account.token ? deps.sealer.open(row.account.token) : null
  return {
    channel: refOf(row),
    accessToken,
    hold: await queries.findHoldAcrossCompanies(reader, row.channel.companyId),
    client: clientFor(deps, row, accessToken),
  }
}

const loadAccess = (deps: Deps, channelId: string, reader: queries.Reader = deps.database): Promise<Access | null> => {
  const { access } = directoryOf(deps)
  const read = () => readAccess(deps, channelId, reader)
  return reader === deps.database ? access.load(channelId, read) : access.loadAlone(channelId, read)
}

/** A channel with its opened token, known for up to 30 seconds; null when there is no such channel. */
export const findChannelAccess = (deps: Deps, channelId: string, reader?: queries.Reader): Promise<Access | null> =>
  loadAccess(deps, channelId, reader)

/** Graph client with the channel's token. Throws `not_found`, or `channel_not_sendable` when there is no token. */
export const graphClientOf = async (deps: Deps, companyId: string, channelId: string): Promise<GraphClient> => {
  const found = await loadAccess(deps, channelId)
  if (!found || found.channel.companyId !== companyId) throw new AppError('not_found')
  if (!found.client) throw new AppError('channel_not_sendable')
  return found.client
}
