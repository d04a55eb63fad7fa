import { type ChannelHealth, channelHealth } from '@recado/contracts/whatsapp/channel-health'
import { type ChannelProfile, channelProfile } from '@recado/contracts/whatsapp/channel-profile'
import {
  type ChannelSettings,
  channelConversational,
  channelLimits,
  channelOptOut,
  channelRouting,
} from '@recado/contracts/whatsapp/channel-settings'
import type { ChannelSummary, getChannel } from '@recado/contracts/whatsapp/channels'
import type { z } from 'zod'
import type { Deps } from '#server/context.ts'
import { accountVerifyToken } from '#server/lib/whatsapp-cloud/account-verify-token.ts'
import type { BusinessProfile } from '#server/lib/whatsapp-cloud/graph-types.ts'
import type { ChannelWithAccount } from './queries/channels.ts'

const iso = (date: Date | null) => date?.toISOString() ?? null

const pausedOf = ({ pausedScope, pausedReason, pausedAt }: ChannelWithAccount['channel']) =>
  pausedScope && pausedAt ? { scope: pausedScope, reason: pausedReason ?? '', at: pausedAt.toISOString() } : null

const healthOf = (stored: Record<string, unknown>): ChannelHealth =>
  channelHealth.safeParse(stored).data ?? { checkedAt: null, checks: [] }

const attentionOf = ({ checks }: ChannelHealth): ChannelSummary['attention'] => {
  const needing = checks.filter(({ state }) => state === 'problem' || state === 'warning')
  const first = needing.find(({ state }) => state === 'problem') ?? needing[0]
  return { checks: checks.length, needs: needing.length, first: first?.name ?? null }
}

export const summaryOf = ({ channel, account }: ChannelWithAccount): ChannelSummary => ({
  id: channel.id,
  name: channel.name,
  phone: channel.phone,
  phoneNumberId: channel.phoneNumberId,
  wabaId: account.wabaId,
  accountName: account.name,
  kind: channel.kind,
  status: channel.status,
  statusReason: channel.statusReason,
  nameStatus: channel.nameStatus,
  quality: channel.quality,
  messagingLimit: channel.messagingLimit,
  throughput: channel.throughput,
  lastInboundAt: iso(channel.lastInboundAt),
  lastOutboundAt: iso(channel.lastOutboundAt),
  lastEventAt: iso(channel.lastEventAt),
  paused: pausedOf(channel),
  attention: attentionOf(healthOf(channel.health)),
  createdAt: channel.createdAt.toISOString(),
  disconnectedAt: iso(channel.disconnectedAt),
})

/** A profile as Meta gave it, cut to what the contract knows: a value of another form counts as absent. */
export const profileOf = (given: BusinessProfile | Record<string, unknown>): ChannelProfile => {
  const { shape } = channelProfile
  const pick = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> =>
    schema.safeParse(value ?? undefined).data ?? schema.parse(undefined)
  const source = given as BusinessProfile
  return {
    about: pick(shape.about, source.about),
    address: pick(shape.address, source.address),
    description: pick(shape.description, source.description),
    email: pick(shape.email, source.email),
    websites: pick(shape.websites, source.websites),
    vertical: pick(shape.vertical, source.vertical),
    profilePictureUrl: source.profile_picture_url ?? null,
  }
}

const publicUrl = (deps: Deps) => deps.config.PUBLIC_URL ?? `http://localhost:${deps.config.PORT}`

/** Where webhooks of the account's app go: a company's own app has an address of its own. */
const webhookOf = (deps: Deps, { account }: ChannelWithAccount) =>
  account.appSecret === null
    ? { url: new URL('/webhooks/whatsapp', publicUrl(deps)).href, verifyToken: null }
    : {
        url: new URL(`/webhooks/whatsapp/${account.id}`, publicUrl(deps)).href,
        verifyToken: accountVerifyToken(deps.sealer, account.id),
      }

/** What a company set for a channel; what it never set is as the contract has it. */
export const settingsOf = ({
  settings,
  settingsVersion,
}: Pick<ChannelWithAccount['channel'], 'settings' | 'settingsVersion'>): ChannelSettings => ({
  version: settingsVersion,
  routing: channelRouting.parse(settings['routing'] ?? {}),
  optOut: channelOptOut.parse(settings['optOut'] ?? {}),
  limits: channelLimits.parse(settings['limits'] ?? {}),
  conversational: channelConversational.parse(settings['conversational'] ?? {}),
})

export const detailOf = (deps: Deps, row: ChannelWithAccount): z.input<typeof getChannel.response> => ({
  ...summaryOf(row),
  profile: profileOf(row.channel.profile),
  health: healthOf(row.channel.health),
  webhook: webhookOf(deps, row),
  hasOwnApp: row.account.appSecret !== null,
  tokenKind: row.account.tokenKind,
  hasPin: row.channel.pin !== null,
  restrictedUntil: iso(row.channel.restrictedUntil),
  settings: settingsOf(row.channel),
})
