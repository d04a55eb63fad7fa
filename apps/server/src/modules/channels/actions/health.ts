import { type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { createTokenBuckets, type TokenBuckets } from '#server/lib/token-bucket.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { PhoneNumberNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { graphClientFor } from '../directory.ts'
import { checksOf, type HealthReading, type Read, verdictOf } from '../health-checks.ts'
import { throughputOf } from '../policy.ts'
import * as queries from '../queries/channels.ts'
import { companyOf, loadChannel } from './load.ts'
import { announceChannel, changeChannelStatus, recordChannelEvent } from './status.ts'
import { tellOfMeasures } from './tell.ts'

const read = async <T>(call: Promise<T>): Promise<Read<T>> => {
  try {
    return { value: await call, error: null }
  } catch (error) {
    if (error instanceof GraphError) return { value: null, error }
    throw error
  }
}

/** Asks Meta everything that a health check looks at; nothing here is changed. */
export const readHealth = async (
  client: GraphClient,
  ids: { wabaId: string; phoneNumberId: string; accessToken: string },
  facts: { lastEventAt: Date | null; now: Date },
): Promise<HealthReading> => {
  const [token, subscription, number, sending] = await Promise.all([
    read(client.debugToken(ids.accessToken).then((info) => info.is_valid)),
    read(client.listSubscribedApps(ids.wabaId)),
    read(client.getPhoneNumber(ids.phoneNumberId)),
    read(client.getHealthStatus(ids.phoneNumberId)),
  ])
  return { token, subscription, number, sending, ...facts }
}

/** The channel's columns that Meta's facts about its number fill. */
export const numberFacts = (number: PhoneNumberNode, kind: queries.ChannelRow['kind']) => ({
  ...(number.display_phone_number ? { phone: number.display_phone_number } : {}),
  ...(number.verified_name ? { name: number.verified_name } : {}),
  nameStatus: number.name_status ?? null,
  quality: number.quality_rating ?? null,
  messagingLimit: number.whatsapp_business_manager_messaging_limit ?? null,
  throughput: throughputOf(number.throughput?.level, kind === 'coexistence' || number.is_on_biz_app === true),
})

const recordChanges = async (tx: Ctx, row: queries.ChannelRow, facts: ReturnType<typeof numberFacts>) => {
  for (const kind of ['quality', 'messagingLimit'] as const) {
    if (row[kind] !== facts[kind])
      await recordChannelEvent(tx, row.companyId, row.id, { kind, before: row[kind], after: facts[kind] })
  }
  await tellOfMeasures(tx, row, facts)
}

/** Writes what a reading says: checks, facts, and the status with its reason. */
export const saveHealth = (ctx: Ctx, row: queries.ChannelRow, reading: HealthReading): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { companyId, id } = row
    const facts = reading.number.value ? numberFacts(reading.number.value, row.kind) : null
    if (facts) await recordChanges(tx, row, facts)
    await queries.updateChannel(tx, companyId, id, {
      ...facts,
      health: { checkedAt: tx.now().toISOString(), checks: checksOf(reading) },
      healthCheckedAt: tx.now(),
    })
    const verdict = verdictOf(reading)
    const held = row.restrictedUntil !== null && row.restrictedUntil > tx.now()
    if (verdict && !(held && (verdict.status === 'connected' || verdict.status === 'degraded')))
      await changeChannelStatus(tx, companyId, id, verdict)
    announceChannel(tx, companyId, id)
  })

/** Checks a connected channel at Meta and keeps what was found. One that is disconnected is left alone. */
export const checkHealth = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const found = await queries.findChannelRow(ctx, companyId, channelId)
  if (!found) throw new AppError('not_found')
  const { channel, account } = found
  if (channel.disconnectedAt || channel.status === 'onboarding' || !account.token) return
  const accessToken = ctx.deps.sealer.open(account.token)
  const ids = { wabaId: account.wabaId, phoneNumberId: channel.phoneNumberId, accessToken }
  const facts = { lastEventAt: channel.lastEventAt, now: ctx.now() }
  await saveHealth(ctx, channel, await readHealth(graphClientFor(ctx.deps, accessToken), ids, facts))
}

const buckets = new WeakMap<object, TokenBuckets>()
const CHECKS_AT_ONCE = 5
const CHECK_SECONDS = 12

/** A check that a person asked for; a few at once, then one every 12 seconds. */
export const checkHealthNow = async (ctx: Ctx, channelId: string): Promise<void> => {
  await loadChannel(ctx, channelId)
  const limits = buckets.get(ctx.deps) ?? createTokenBuckets({ capacity: CHECKS_AT_ONCE, refillSeconds: CHECK_SECONDS })
  buckets.set(ctx.deps, limits)
  const wait = limits.take(channelId)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
  await checkHealth(ctx, companyOf(ctx), channelId)
}
