import { type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { createTokenBuckets } from '#server/lib/token-bucket.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { PhoneNumberNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { readAppSubscriptions } from '#server/modules/whatsapp/meta-app/index.ts'
import { checksOf, type HealthReading, type Read, verdictOf } from '../health-checks.ts'
import { throughputOf } from '../policy.ts'
import * as queries from '../queries/channels.ts'
import { emitMeasures, emitUnusedApp } from './emit.ts'
import { localFacts } from './facts.ts'
import { companyOf, loadChannel } from './load.ts'
import { announceChannel, changeChannelStatus, recordChannelEvent } from './status.ts'

const read = async <T>(call: Promise<T>): Promise<Read<T>> => {
  try {
    return { value: await call, error: null }
  } catch (error) {
    if (error instanceof GraphError) return { value: null, error }
    throw error
  }
}

const numberFields = [
  'id,verified_name,display_phone_number,quality_rating,code_verification_status,name_status,status,throughput',
  'platform_type,account_mode,is_on_biz_app,whatsapp_business_manager_messaging_limit,is_pin_enabled,health_status',
].join(',')

/** Asks Meta everything that a health check looks at, and adds what we know; nothing here is changed. */
export const readHealth = async (
  ctx: Ctx,
  client: GraphClient,
  accessToken: string,
  { channel, account }: queries.ChannelWithAccount,
): Promise<HealthReading> => {
  const [token, subscription, number, waba, facts] = await Promise.all([
    read(
      client.debugToken(accessToken).then((info) => ({
        valid: info.is_valid,
        expiresAt: info.expires_at ? new Date(info.expires_at * 1000) : null,
      })),
    ),
    read(client.listSubscribedApps(account.wabaId)),
    read(client.getPhoneNumber(channel.phoneNumberId, numberFields)),
    read(client.getAccount(account.wabaId)),
    localFacts(ctx, { channel, account }),
  ])
  return { token, subscription, number, account: waba, facts, now: ctx.now() }
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
  await emitMeasures(tx, row, facts)
}

const saveAccountFacts = async (tx: Ctx, row: queries.ChannelRow, { token, account }: HealthReading) => {
  const expires = token.value ? { tokenExpiresAt: token.value.expiresAt } : {}
  const verified = account.value ? { verificationStatus: account.value.business_verification_status ?? null } : {}
  await queries.updateAccount(tx, row.companyId, row.waAccountId, { ...expires, ...verified })
}

/** Writes what a reading says: checks, facts, and the status with its reason. */
export const saveHealth = (ctx: Ctx, row: queries.ChannelRow, reading: HealthReading): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await saveAccountFacts(tx, row, reading)
    const { companyId, id } = row
    const facts = reading.number.value ? numberFacts(reading.number.value, row.kind) : null
    if (facts) await recordChanges(tx, row, facts)
    await queries.updateChannel(tx, companyId, id, {
      ...facts,
      health: { checkedAt: tx.now().toISOString(), checks: checksOf(reading) },
      healthCheckedAt: tx.now(),
    })
    await emitUnusedApp(tx, row, reading.facts, reading.now)
    const verdict = verdictOf(reading)
    const held = row.restrictedUntil !== null && row.restrictedUntil > tx.now()
    if (verdict && !(held && (verdict.status === 'connected' || verdict.status === 'degraded')))
      await changeChannelStatus(tx, companyId, id, verdict)
    announceChannel(tx, companyId, id)
  })

/** Keeps what was found, unless the account has another token by now: of that the reading says nothing. */
export const keepReading = (ctx: Ctx, read: queries.ChannelWithAccount, reading: HealthReading): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { companyId, id } = read.channel
    const now = await queries.lockChannelAndAccount(tx, companyId, id)
    if (now && now.account.token === read.account.token) await saveHealth(tx, now.channel, reading)
  })

/** Checks a connected channel at Meta and keeps what was found. One that is disconnected is left alone. */
export const checkHealth = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const found = await queries.findChannelRow(ctx, companyId, channelId)
  if (!found) throw new AppError('not_found')
  const { channel, account } = found
  if (channel.disconnectedAt || channel.status === 'onboarding' || !account.token) return
  const accessToken = ctx.deps.sealer.open(account.token)
  await keepReading(
    ctx,
    found,
    await readHealth(ctx, graphClientFor(ctx.deps, accessToken, { patient: true }), accessToken, found),
  )
}

const CHECKS_AT_ONCE = 5
const CHECK_SECONDS = 12
const limitsOf = perDeps(() => createTokenBuckets({ capacity: CHECKS_AT_ONCE, refillSeconds: CHECK_SECONDS }))

/** Throws `rate_limited` when people ask Meta about a channel too often: a few times at once, then every 12 seconds. */
export const assertNotTooOften = (ctx: Ctx, channelId: string): void => {
  const wait = limitsOf(ctx.deps).take(channelId)
  if (wait > 0) throw new AppError('rate_limited', { retryAfter: wait })
}

/** A check that a person asked for; a few at once, then one every 12 seconds. */
export const checkHealthNow = async (ctx: Ctx, channelId: string): Promise<void> => {
  const { account } = await loadChannel(ctx, channelId)
  assertNotTooOften(ctx, channelId)
  if (account.appSecret === null) await readAppSubscriptions(ctx.deps, true)
  await checkHealth(ctx, companyOf(ctx), channelId)
}
