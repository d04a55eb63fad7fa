import { type ChannelFlags, type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'

export type ChannelFlagsNullable = { [Channel in ChannelType]?: boolean | null | undefined }

/** What a subscriber decided, for everything or for one workflow; null: not decided. */
export type PreferenceRecord = { enabled: boolean | null } & ChannelFlagsNullable

export type PreferenceSource = 'template' | 'workflowOverride' | 'subscriber'

type Layers = { workflow: ChannelFlags; override: ChannelFlags | null; subscriber: PreferenceRecord | null }

export type WorkflowPreference = {
  enabled: boolean
  channels: Partial<Record<ChannelType, boolean>>
  overrides: { channel: ChannelType; source: PreferenceSource }[]
}

/** A row of the preferences as a record. */
export const preferenceRecord = ({
  enabled,
  email,
  sms,
  inApp,
  chat,
  push,
}: { enabled: boolean | null } & Record<
  'email' | 'sms' | 'inApp' | 'chat' | 'push',
  boolean | null
>): PreferenceRecord => ({ enabled, email, sms, in_app: inApp, chat, push })

const decided = (channel: ChannelType, { workflow, override, subscriber }: Layers) => {
  const layers = [
    { source: 'subscriber', flag: subscriber?.[channel] },
    { source: 'workflowOverride', flag: override?.[channel] },
    { source: 'template', flag: workflow[channel] },
  ] as const
  for (const { source, flag } of layers) if (typeof flag === 'boolean') return { source, flag }
  return null
}

/**
 * What a subscriber gets of a workflow: every channel of its active steps, unless the workflow, the tenant's override
 * or the subscriber says otherwise; the last one that spoke wins.
 */
export const resolveWorkflowPreference = (input: Layers & { channels: readonly ChannelType[] }): WorkflowPreference => {
  const channels: WorkflowPreference['channels'] = {}
  const overrides: WorkflowPreference['overrides'] = []
  for (const channel of channelTypes.filter((known) => input.channels.includes(known))) {
    const decision = decided(channel, input)
    channels[channel] = decision?.flag ?? true
    if (decision) overrides.push({ channel, source: decision.source })
  }
  return { enabled: input.subscriber?.enabled ?? true, channels, overrides }
}

/** Which preference keeps a channel of a workflow from a subscriber; null: it is delivered. */
export const refuseByPreference = (
  input: Layers & {
    critical: boolean
    channel: ChannelType
    channels?: readonly ChannelType[]
    global: PreferenceRecord | null
  },
): null | 'global' | 'workflow' => {
  const { critical, channel, global, subscriber } = input
  if (critical) return null
  if (global?.enabled === false || global?.[channel] === false) return 'global'
  return subscriber?.enabled === false || decided(channel, input)?.flag === false ? 'workflow' : null
}
