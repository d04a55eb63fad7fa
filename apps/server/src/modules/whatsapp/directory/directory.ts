import type { ChannelStatus, PauseScope } from '@recado/contracts/whatsapp/channels'
import type { Deps } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { createGraphClient, type GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { scopeOf } from './policy.ts'
import * as queries from './queries.ts'

/** What other modules need to know of a connected number. */
export type ChannelRef = {
  id: string
  companyId: string
  accountId: string
  wabaId: string
  /** Within which business-scoped user ids are valid: the portfolio when known, else the account. */
  scope: string
  phoneNumberId: string
  kind: 'cloud' | 'coexistence' | 'sandbox'
  status: ChannelStatus
  throughput: number
  settings: Record<string, unknown>
  /** What the platform holds back, and why. */
  paused: { scope: PauseScope; reason: string } | null
}
type AccountRef = { id: string; companyId: string; wabaId: string; hasOwnApp: boolean }

/** Why nothing may leave: the company is suspended, or has lost the access block `integrations`. */
type Hold = 'suspended' | 'access'
type Access = { channel: ChannelRef; accessToken: string | null; hold: Hold | null; client: GraphClient | null }

const KEEP_MS = 30_000

type Entry<T> = { value: T; until: number }
const createCache = <T>(deps: Deps) => {
  const entries = new Map<string, Entry<T>>()
  let changes = 0
  return {
    /** Forgets everything, or what speaks of one channel and what was not found. */
    clear: (concerns?: (value: T & {}) => boolean) => {
      changes += 1
      if (!concerns) return entries.clear()
      for (const [key, { value }] of entries)
        if (value === null || value === undefined || concerns(value)) entries.delete(key)
    },
    get: (key: string): Entry<T> | null => {
      const entry = entries.get(key)
      return entry && entry.until > deps.now().getTime() ? entry : null
    },
    /** How often something was forgotten; what is read after it counts as long as it stays. */
    changes: () => changes,
    /** Keeps what was read, unless something was forgotten since the reading began: then it may be of before. */
    set: (key: string, value: T, since = changes) => {
      if (since === changes) entries.set(key, { value, until: deps.now().getTime() + KEEP_MS })
    },
  }
}

const createDirectory = (deps: Deps) => {
  const byNumber = createCache<ChannelRef>(deps)
  const formerByNumber = createCache<ChannelRef[]>(deps)
  const byWaba = createCache<AccountRef[]>(deps)
  const secrets = createCache<string | null>(deps)
  const access = createCache<Access | null>(deps)
  deps.bus.subscribe('channel.changed', ({ channelId }) => {
    byNumber.clear((channel) => channel.id === channelId)
    access.clear(({ channel }) => channel.id === channelId)
    formerByNumber.clear()
    byWaba.clear()
    secrets.clear()
  })
  deps.bus.onGap(() => {
    for (const cache of [byNumber, formerByNumber, byWaba, secrets, access]) cache.clear()
  })
  return { byNumber, formerByNumber, byWaba, secrets, access }
}

const directories = new WeakMap<Deps, ReturnType<typeof createDirectory>>()
const directoryOf = (deps: Deps) => {
  const known = directories.get(deps) ?? createDirectory(deps)
  directories.set(deps, known)
  return known
}

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
  settings: channel.settings,
  paused: channel.pausedScope ? { scope: channel.pausedScope, reason: channel.pausedReason ?? '' } : null,
})

/**
 * The connected channels of these phone number ids, whichever company they belong to. Known for up to 30 seconds; a number
 * that nobody has connected is looked for each time, because what is said to it the moment it is connected must not be
 * missed. Inside of a transaction pass its context as `reader`.
 */
export const findChannelsByNumbers = async (
  deps: Deps,
  phoneNumberIds: readonly string[],
  reader: queries.Reader = deps.database,
): Promise<Map<string, ChannelRef>> => {
  const { byNumber } = directoryOf(deps)
  const since = byNumber.changes()
  const found = new Map<string, ChannelRef>()
  const missing: string[] = []
  for (const id of new Set(phoneNumberIds)) {
    const known = byNumber.get(id)
    if (known) found.set(id, known.value)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  for (const row of await queries.listLiveChannelsByNumbersAcrossCompanies(reader, missing)) {
    found.set(row.channel.phoneNumberId, refOf(row))
    byNumber.set(row.channel.phoneNumberId, refOf(row), since)
  }
  return found
}

// Meta gives a message up after 30 days at the latest, and tells of that for a while.
const FORMER_DAYS = 40

/** Channels that had these numbers and were disconnected lately, whichever company they belong to. Known for up to 30 seconds. */
export const findFormerChannels = async (deps: Deps, phoneNumberIds: readonly string[]): Promise<ChannelRef[]> => {
  const { formerByNumber } = directoryOf(deps)
  const changes = formerByNumber.changes()
  const known = new Map([...new Set(phoneNumberIds)].map((id) => [id, formerByNumber.get(id)?.value]))
  const missing = [...known].flatMap(([id, channels]) => (channels ? [] : [id]))
  if (missing.length > 0) {
    const since = new Date(deps.now().getTime() - FORMER_DAYS * 86_400_000)
    const rows = await queries.listFormerChannelsByNumbersAcrossCompanies(deps.database, missing, since)
    const found = Map.groupBy(rows.map(refOf), (channel) => channel.phoneNumberId)
    for (const id of missing) {
      known.set(id, found.get(id) ?? [])
      formerByNumber.set(id, found.get(id) ?? [], changes)
    }
  }
  return [...known.values()].flatMap((channels) => channels ?? [])
}

/** The accounts with these WABA ids, by WABA id. Two companies may have numbers of the same account. Known for up to 30 seconds. */
export const findAccountsByWaba = async (
  deps: Deps,
  wabaIds: readonly string[],
  reader: queries.Reader = deps.database,
): Promise<Map<string, AccountRef[]>> => {
  const { byWaba } = directoryOf(deps)
  const since = byWaba.changes()
  const found = new Map(wabaIds.map((id) => [id, byWaba.get(id)?.value]))
  const missing = [...found].flatMap(([id, accounts]) => (accounts ? [] : [id]))
  const rows = missing.length > 0 ? await queries.listAccountsByWabaAcrossCompanies(reader, missing) : []
  const read = Map.groupBy(rows, (row) => row.wabaId)
  for (const id of missing) {
    const accounts = (read.get(id) ?? []).map((row) => ({
      id: row.id,
      companyId: row.companyId,
      wabaId: row.wabaId,
      hasOwnApp: row.appSecret !== null,
    }))
    found.set(id, accounts)
    if (accounts.length > 0) byWaba.set(id, accounts, since)
  }
  return new Map(wabaIds.map((id) => [id, found.get(id) ?? []]))
}

/** The app secret of an account whose company uses an app of its own; null when it uses the platform's. */
export const findAccountSecret = async (deps: Deps, accountId: string): Promise<string | null> => {
  const { secrets } = directoryOf(deps)
  const known = secrets.get(accountId)
  if (known) return known.value
  const since = secrets.changes()
  const row = await queries.findAccountAcrossCompanies(deps.database, accountId)
  const secret = row?.appSecret ? deps.sealer.open(row.appSecret) : null
  secrets.set(accountId, secret, since)
  return secret
}

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

const readAccess = async (
  deps: Deps,
  channelId: string,
  reader: queries.Reader = deps.database,
): Promise<Access | null> => {
  const { access } = directoryOf(deps)
  const known = access.get(channelId)
  if (known) return known.value
  const since = access.changes()
  const row = await queries.findChannelByIdAcrossCompanies(reader, channelId)
  const accessToken = row?.account.token ? deps.sealer.open(row.account.token) : null
  const found = row && {
    channel: refOf(row),
    accessToken,
    hold: await queries.findHoldAcrossCompanies(reader, row.channel.companyId),
    client: accessToken ? graphClientFor(deps, accessToken) : null,
  }
  access.set(channelId, found, since)
  return found
}

/** A channel with its opened token, known for up to 30 seconds; null when there is no such channel. */
export const findChannelAccess = (
  deps: Deps,
  channelId: string,
  reader?: queries.Reader,
): Promise<{ channel: ChannelRef; accessToken: string | null; hold: Hold | null } | null> =>
  readAccess(deps, channelId, reader)

/** Graph client with the channel's token. Throws `not_found`, or `channel_not_sendable` when there is no token. */
export const graphClientOf = async (deps: Deps, companyId: string, channelId: string): Promise<GraphClient> => {
  const found = await readAccess(deps, channelId)
  if (!found || found.channel.companyId !== companyId) throw new AppError('not_found')
  if (!found.client) throw new AppError('channel_not_sendable')
  return found.client
}
