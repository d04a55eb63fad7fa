import type { ChannelTypeEnum, IUserGlobalPreferenceSettings, IUserPreferenceSettings } from '@recado/inbox'

export type Channel = `${ChannelTypeEnum}`

/** One topic of notifications. */
export type PreferenceRow = {
  id: string
  name: string
  /** Always sent, regardless of preferences. */
  critical: boolean
  /** Important: without it the person may miss something that affects customers or money. */
  protects: boolean
  /** The setting for each channel; channels that the topic does not use are absent. */
  channels: Partial<Record<Channel, boolean>>
}

export type PreferenceGroup = { name: string; rows: PreferenceRow[] }

/** The wanted state of a cell. */
export type CellChange = { row: PreferenceRow; channel: Channel; on: boolean }

export const channelOrder: readonly Channel[] = ['in_app', 'email', 'chat', 'push', 'sms']

const protecting = new Set([
  'sla.warning',
  'sla.breached',
  'conversation.window_closing',
  'message.failed',
  'scheduled_message.failed',
  'channel.limit_reached',
  'channel.spend_cap',
])

const tags = ['conversations', 'channels', 'templates', 'team'] as const
type Tag = (typeof tags)[number]

const rowOf = ({ template, preference }: IUserPreferenceSettings): PreferenceRow => {
  const channels = channelOrder.flatMap((channel) => {
    const flag = preference.channels[channel]
    return flag === undefined ? [] : [[channel, flag && preference.enabled !== false]]
  })
  return {
    id: template._id,
    name: template.name,
    critical: template.critical,
    protects: template.triggers?.some(({ identifier }) => protecting.has(identifier)) ?? false,
    channels: Object.fromEntries(channels),
  }
}

/** The topics by the tags of the product's workflows, followed by what is always sent. */
export const groupPreferences = (
  items: readonly IUserPreferenceSettings[],
  nameOf: (group: Tag | 'other' | 'always') => string,
): PreferenceGroup[] => {
  const shown = items.filter(({ preference }) => Object.keys(preference.channels).length > 0)
  const tagOf = ({ template }: IUserPreferenceSettings) => tags.find((tag) => template.tags?.includes(tag)) ?? 'other'
  const chosen = ([...tags, 'other'] as const).map((tag) => ({
    name: nameOf(tag),
    rows: shown.filter((item) => !item.template.critical && tagOf(item) === tag).map(rowOf),
  }))
  // Platform topics are only for staff.
  const always = shown.filter(({ template }) => template.critical && !template.tags?.includes('platform')).map(rowOf)
  return [...chosen, { name: nameOf('always'), rows: always }].filter(({ rows }) => rows.length > 0)
}

/** The channels that at least one row uses. */
export const channelsOf = (groups: readonly PreferenceGroup[]): Channel[] =>
  channelOrder.filter((channel) => groups.some(({ rows }) => rows.some((row) => row.channels[channel] !== undefined)))

/** The channels that are enabled globally. Unknown channels count as enabled. */
export const openChannels = (
  channels: readonly Channel[],
  global: IUserGlobalPreferenceSettings | undefined,
): ReadonlySet<Channel> =>
  new Set(
    channels.filter(
      (channel) => global?.preference.enabled !== false && global?.preference.channels[channel] !== false,
    ),
  )

/** The important topics that would no longer reach the person on any channel. */
export const silenced = (changes: readonly CellChange[], open: ReadonlySet<Channel>): PreferenceRow[] => {
  const rows = [...new Set(changes.map(({ row }) => row))].filter(({ protects }) => protects)
  return rows.filter((row) => {
    const after = { ...row.channels }
    for (const change of changes) if (change.row === row) after[change.channel] = change.on
    const arrives = (channels: PreferenceRow['channels']) =>
      channelOrder.some((channel) => channels[channel] && open.has(channel))
    return arrives(row.channels) && !arrives(after)
  })
}
