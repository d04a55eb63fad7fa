import type { ChannelCredentials } from '@recado/contracts/notifications/subscribers'
import { type Deps, inTransaction } from '#server/context.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { badRequest, notFound } from '#server/notifications/shared/errors.ts'
import * as queries from './queries.ts'

const MAX_TOKENS = 1000

type OpenChannel = { providerId: string; integrationId: string; credentials: ChannelCredentials }

/** The provider credentials of a subscriber, in plain text. */
export const channelCredentials = (
  deps: Pick<Deps, 'sealer'>,
  channel: SubscriberRow['channels'][number],
): ChannelCredentials => JSON.parse(deps.sealer.open(channel.credentials))

export const channelsOf = (deps: Pick<Deps, 'sealer'>, subscriber: SubscriberRow): OpenChannel[] =>
  subscriber.channels.map((channel) => ({ ...channel, credentials: channelCredentials(deps, channel) }))

export type CredentialsInput = {
  providerId: string
  integrationIdentifier?: string | null | undefined
  credentials: ChannelCredentials
}

/** The integration through which a provider reaches people; 400 without an active one. */
export const loadChannelIntegration = async (
  ctx: EnvironmentCtx,
  providerId: string,
  identifier?: string | null,
): Promise<queries.ChannelIntegration> => {
  const integration = await queries.findActiveIntegration(ctx, providerId, identifier)
  if (integration) return integration
  const which = identifier ? `${providerId} (${identifier})` : providerId
  throw badRequest(`The environment has no active integration of the provider ${which}`)
}

const lockSubscriber = async (ctx: EnvironmentCtx, subscriberId: string): Promise<SubscriberRow> => {
  const row = await queries.lockSubscriber(ctx, subscriberId)
  if (!row) throw notFound(`Subscriber with id ${subscriberId} not found`)
  return row
}

const saveChannels = async (ctx: EnvironmentCtx, subscriber: SubscriberRow, channels: OpenChannel[]) => {
  const sealed = channels.map((channel) => ({
    ...channel,
    credentials: ctx.deps.sealer.seal(JSON.stringify(channel.credentials)),
  }))
  return (await queries.updateSubscriber(ctx, subscriber.id, { channels: sealed })) ?? subscriber
}

/** Given keys over the known ones; null deletes a key. Tokens are replaced, or with `append` added to the known ones. */
const merged = (known: ChannelCredentials, given: ChannelCredentials, append: boolean): ChannelCredentials => {
  const { deviceTokens, ...rest } = given
  const result: ChannelCredentials = { ...known, ...rest }
  if (deviceTokens) {
    const tokens = [...new Set([...(append ? (known.deviceTokens ?? []) : []), ...deviceTokens])]
    if (tokens.length > MAX_TOKENS) throw badRequest(`deviceTokens must contain no more than ${MAX_TOKENS} elements`)
    result.deviceTokens = tokens
  } else if (deviceTokens === null) delete result.deviceTokens
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== null && value !== undefined))
}

/** Stores how a provider reaches the subscriber, by integration. */
export const setCredentials = (
  ctx: EnvironmentCtx,
  subscriberId: string,
  input: CredentialsInput,
  options: { append: boolean },
): Promise<SubscriberRow> =>
  inTransaction(ctx, async (tx) => {
    const subscriber = await lockSubscriber(tx, subscriberId)
    const integration = await loadChannelIntegration(tx, input.providerId, input.integrationIdentifier)
    const channels = channelsOf(tx.deps, subscriber)
    const known = channels.find((channel) => channel.integrationId === integration.id)
    const credentials = merged(known?.credentials ?? {}, input.credentials, options.append)
    const channel = { providerId: integration.providerId, integrationId: integration.id, credentials }
    return saveChannels(
      tx,
      subscriber,
      known ? channels.map((c) => (c === known ? channel : c)) : [...channels, channel],
    )
  })

/** Deletes how a provider reaches the subscriber, through whichever integration. */
export const deleteCredentials = (ctx: EnvironmentCtx, subscriberId: string, providerId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const subscriber = await lockSubscriber(tx, subscriberId)
    const channels = subscriber.channels.filter((channel) => channel.providerId !== providerId)
    if (channels.length < subscriber.channels.length) await queries.updateSubscriber(tx, subscriber.id, { channels })
  })
