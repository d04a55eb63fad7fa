import { randomInt } from 'node:crypto'
import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { AccountNode, PhoneNumberNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { isRegistered } from '../health-checks.ts'
import * as queries from '../queries/channels.ts'
import { channelFacts } from './emit.ts'
import { numberFacts, readHealth, saveHealth } from './health.ts'
import { announceChannel, recordChannelEvent } from './status.ts'

export type Claim = {
  companyId: string
  wabaId: string
  account: AccountNode | null
  /** Opened; it is sealed here. */
  accessToken: string
  tokenExpiresAt: Date | null
  number: PhoneNumberNode
  coexistence: boolean
}

const kindOf = (ctx: Ctx, claim: Claim): queries.ChannelRow['kind'] => {
  if (claim.coexistence || claim.number.is_on_biz_app) return 'coexistence'
  return new URL(ctx.deps.config.WHATSAPP_GRAPH_URL).host === 'graph.facebook.com' ? 'cloud' : 'sandbox'
}

const upsertAccount = (tx: Ctx, claim: Claim) =>
  queries.upsertAccount(tx, {
    id: newId(),
    companyId: claim.companyId,
    wabaId: claim.wabaId,
    name: claim.account?.name ?? '',
    currency: claim.account?.currency ?? null,
    timezoneId: claim.account?.timezone_id ?? null,
    reviewStatus: claim.account?.account_review_status ?? null,
    verificationStatus: claim.account?.business_verification_status ?? null,
    token: tx.deps.sealer.seal(claim.accessToken),
    tokenKind: 'embedded',
    tokenIssuedAt: tx.now(),
    tokenExpiresAt: claim.tokenExpiresAt,
  })

/**
 * Makes a number the company's before all of it works: the channel it had, a former one, or a new one that is
 * `onboarding`, so that nothing of it is missed from here on. Safe to repeat, and for two admins at once. Throws
 * `channel_taken`.
 */
export const claimNumber = async (ctx: Ctx, claim: Claim): Promise<{ channelId: string; accountId: string }> => {
  try {
    return await inTransaction(ctx, async (tx) => {
      const { companyId } = claim
      const account = await upsertAccount(tx, claim)
      const kind = kindOf(tx, claim)
      const facts = { kind, waAccountId: account.id, ...numberFacts(claim.number, kind) }
      const known = await queries.findLiveChannelByNumber(tx, companyId, claim.number.id)
      const begin = { ...facts, status: 'onboarding' as const, statusReason: null, restrictedUntil: null }
      if (known) await queries.updateChannel(tx, companyId, known.channel.id, facts)
      const channel =
        known?.channel ??
        (await queries.reviveChannel(tx, companyId, claim.number.id, begin)) ??
        (await queries.insertChannel(tx, {
          id: newId(),
          companyId,
          phoneNumberId: claim.number.id,
          phone: claim.number.display_phone_number ?? '',
          name: claim.number.verified_name ?? '',
          ...begin,
        }))
      if (!channel) throw new AppError('channel_taken')
      announceChannel(tx, companyId, channel.id)
      return { channelId: channel.id, accountId: account.id }
    })
  } catch (error) {
    throw queries.isNumberConflict(error) ? new AppError('channel_taken') : error
  }
}

const load = async (ctx: Ctx, companyId: string, channelId: string) => {
  const found = await queries.findChannelRow(ctx, companyId, channelId)
  if (!found || found.channel.disconnectedAt || !found.account.token) throw new AppError('not_found')
  const accessToken = ctx.deps.sealer.open(found.account.token)
  return { ...found, accessToken, client: graphClientFor(ctx.deps, accessToken) }
}

/** The PIN given, the one that is kept, or a new one; two at once get the same. */
const choosePin = (ctx: Ctx, companyId: string, channelId: string, given: string | null): Promise<string> =>
  inTransaction(ctx, async (tx) => {
    const { sealer } = tx.deps
    const row = await queries.lockChannel(tx, companyId, channelId)
    if (given === null && row?.pin) return sealer.open(row.pin)
    const pin = given ?? String(randomInt(100_000, 1_000_000))
    await queries.updateChannel(tx, companyId, channelId, { pin: sealer.seal(pin) })
    return pin
  })

/**
 * Registers a number that is not registered yet, with the PIN given, the one we keep, or a new one; it is kept before
 * Meta hears of it. Answers whether there was anything to do. Throws `GraphError`: 133005 when the number has another
 * PIN, 133006 when it was not verified.
 */
export const registerNumber = async (
  ctx: Ctx,
  companyId: string,
  channelId: string,
  given: string | null,
): Promise<boolean> => {
  const { channel, client } = await load(ctx, companyId, channelId)
  const number = await client.getPhoneNumber(channel.phoneNumberId)
  if (isRegistered(number)) return false
  const pin = await choosePin(ctx, companyId, channelId, given)
  try {
    await client.register(channel.phoneNumberId, pin)
  } catch (error) {
    if (error instanceof GraphError && error.code === 133005)
      await queries.updateChannel(ctx, companyId, channelId, { pin: null })
    throw error
  }
  return true
}

/**
 * Reads profile and health of a number and makes it `connected`, or what Meta says it is. The first time people hear of
 * it. Throws `GraphError` when Meta cannot be asked.
 */
export const completeConnection = async (ctx: Ctx, companyId: string, channelId: string): Promise<void> => {
  const { channel, account, client, accessToken } = await load(ctx, companyId, channelId)
  const profile = await client.getBusinessProfile(channel.phoneNumberId)
  const reading = await readHealth(ctx, client, accessToken, { channel, account })
  if (reading.number.error) throw reading.number.error
  await inTransaction(ctx, async (tx) => {
    const row = (await queries.lockChannelAndAccount(tx, companyId, channelId))?.channel
    if (!row || row.disconnectedAt) throw new AppError('not_found')
    await queries.updateChannel(tx, companyId, channelId, { profile: { ...profile } })
    await saveHealth(tx, row, reading)
    if (row.status !== 'onboarding') return
    await recordChannelEvent(tx, companyId, channelId, { kind: 'connected', after: 'connected' })
    await emit(tx, 'channel.connected', channelFacts(row))
    const target = { type: 'channel', id: channelId, label: row.phone }
    await recordAudit(tx, {
      action: 'channel.connected',
      companyId,
      target,
      diff: { phoneNumberId: row.phoneNumberId },
    })
  })
}

/** Lets a number go whose connection was given up before it was complete; any other stays as it is. */
export const releaseNumber = (ctx: Ctx, companyId: string, channelId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await queries.lockChannel(tx, companyId, channelId)
    if (row?.status !== 'onboarding' || row.disconnectedAt) return
    const gone = { status: 'disconnected' as const, statusReason: 'signup_discarded', disconnectedAt: tx.now() }
    await queries.updateChannel(tx, companyId, channelId, gone)
    announceChannel(tx, companyId, channelId)
  })
