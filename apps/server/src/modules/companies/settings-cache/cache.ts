import type { SlaPolicy } from '@recado/contracts/automation/sla-policies'
import type { AutoAssign } from '@recado/contracts/companies/teams'
import { type ChatSettings, chatSettings } from '@recado/contracts/inbox/chat-settings'
import {
  type ChannelLimits,
  type ChannelOptOut,
  type ChannelRouting,
  channelLimits,
  channelOptOut,
  channelRouting,
} from '@recado/contracts/whatsapp/channel-settings'
import type { CompanyContext, Deps } from '#server/context.ts'
import type { Hours } from '#server/lib/business-hours.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { findSettingsRows, type Reader } from './queries.ts'

export type TeamSettings = {
  id: string
  name: string
  autoAssign: AutoAssign
  businessHoursId: string | null
  defaultLabelIds: readonly string[]
  memberIds: readonly string[]
  leadIds: readonly string[]
}
export type ChannelSettings = { routing: ChannelRouting; optOut: ChannelOptOut; limits: ChannelLimits }

/** What a company has set up, for what works automatically. */
export type CompanySettings = {
  /** As whom the product acts in the company by itself: it may do everything. */
  company: CompanyContext
  locale: 'en' | 'pt'
  chat: ChatSettings
  teams: ReadonlyMap<string, TeamSettings>
  /** Active ones, in the order in which they are tried. */
  policies: readonly SlaPolicy[]
  channel: (id: string) => ChannelSettings
  /** Hours by id; null, which is around the clock, for no id and for one that is gone. */
  hours: (id: string | null) => Hours | null
}

const KEEP_MS = 30_000

const noChannel: ChannelSettings = {
  routing: channelRouting.parse({}),
  optOut: channelOptOut.parse({}),
  limits: channelLimits.parse({}),
}

/** What is stored may come from another version; what cannot be read has the defaults. */
const channelOf = (settings: Record<string, unknown>): ChannelSettings => ({
  routing: channelRouting.safeParse(settings['routing'] ?? {}).data ?? noChannel.routing,
  optOut: channelOptOut.safeParse(settings['optOut'] ?? {}).data ?? noChannel.optOut,
  limits: channelLimits.safeParse(settings['limits'] ?? {}).data ?? noChannel.limits,
})

const load = async (reader: Reader, companyId: string): Promise<CompanySettings | null> => {
  const rows = await findSettingsRows(reader, companyId)
  if (!rows) return null
  const { id, name, timezone, accessBlocks, locale } = rows.company
  const channels = new Map(rows.channels.map((row) => [row.id, channelOf(row.settings)]))
  const hours = new Map(rows.hours.map((row): [string, Hours] => [row.id, row]))
  const membersOf = Map.groupBy(rows.members, ({ teamId }) => teamId)
  const teams = rows.teams.map((row): [string, TeamSettings] => {
    const members = membersOf.get(row.id) ?? []
    const memberIds = members.map(({ userId }) => userId)
    return [row.id, { ...row, memberIds, leadIds: members.filter(({ lead }) => lead).map(({ userId }) => userId) }]
  })
  return {
    company: { id, name, timezone, accessBlocks, member: { role: 'admin', grants: [], visibility: 'all' } },
    locale,
    chat: chatSettings.safeParse(rows.settings).data ?? chatSettings.parse({}),
    teams: new Map(teams),
    policies: rows.policies,
    channel: (channelId) => channels.get(channelId) ?? noChannel,
    hours: (hoursId) => (hoursId === null ? null : (hours.get(hoursId) ?? null)),
  }
}

const cacheOf = perDeps((deps: Deps) => {
  const cache = createCache<CompanySettings | null>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() })
  deps.bus.subscribe('changes', ({ change }) => {
    const concerns = change.event === 'settings.updated' || change.event === 'channel.updated'
    if (concerns && change.companyId) cache.invalidate(change.companyId)
  })
  // Whose channel it is may have changed as well.
  deps.bus.subscribe('channel.changed', cache.invalidateAll)
  deps.bus.onGap(cache.invalidateAll)
  return cache
})

/**
 * What a company has set up; null for one that is gone. Known for up to 30 seconds, and read again as soon as
 * someone changes it. Inside of a transaction pass its context as `reader`.
 */
export const settingsOf = (
  deps: Deps,
  companyId: string,
  reader: Reader = deps.database,
): Promise<CompanySettings | null> => {
  const read = () => load(reader, companyId)
  return reader === deps.database ? cacheOf(deps).load(companyId, read) : cacheOf(deps).loadAlone(companyId, read)
}
