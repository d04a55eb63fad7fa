import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { BusinessProfile, TemplateNode } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { enqueueTemplateSync, saveTemplates } from '#server/modules/whatsapp/templates/index.ts'
import { isRegistered } from '../health-checks.ts'
import * as queries from '../queries/channels.ts'
import { type Checks, type ConnectInput, type FailedStep, type Found, runChecks } from './check.ts'
import { channelFacts } from './emit.ts'
import { checkHealth, numberFacts } from './health.ts'
import { readChannel } from './read.ts'
import { announceChannel, changeChannelStatus, recordChannelEvent } from './status.ts'

const codeOf = ({ step, error, detail }: FailedStep) => {
  if (step === 'free') return 'channel_taken' as const
  if (detail === 'unreachable' || step === 'registration' || step === 'subscription') return 'provider_error' as const
  if (step === 'token' || error?.rule.errorClass === 'auth') {
    const permission = error && error.code !== 0 && error.code !== 190
    return permission ? ('channel_scopes_missing' as const) : ('channel_token_invalid' as const)
  }
  return step === 'scopes' ? ('channel_scopes_missing' as const) : ('channel_ids_mismatch' as const)
}

/** Throws what the first failed check means for connecting. */
export const assertChecked = ({ failed }: Checks): void => {
  if (!failed) return
  const { step, detail, error } = failed
  const provider = error && {
    name: 'whatsapp',
    code: error.code,
    class: error.rule.errorClass,
    traceId: error.fbtraceId,
  }
  throw new AppError(codeOf(failed), {
    data: { step, detail, ...(provider && { provider }) },
    cause: error ?? undefined,
  })
}

const register = async (input: ConnectInput, { client, number }: Found): Promise<void> => {
  if (!number || isRegistered(number) || number.is_on_biz_app || !input.pin) return
  await client.register(input.phoneNumberId, input.pin)
}

const subscribe = async (input: ConnectInput, { client, subscribed }: Found): Promise<void> => {
  if (!subscribed) await client.subscribe(input.wabaId)
}

const orRefuse = (call: Promise<void>): Promise<void> =>
  call.catch((error: unknown) => Promise.reject(asAppError(error, { step: 'registration' })))

const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  call.catch((error: unknown) => (error instanceof GraphError ? null : Promise.reject(error)))

const kindOf = (ctx: CompanyCtx, found: Found): queries.ChannelRow['kind'] => {
  if (found.number?.is_on_biz_app) return 'coexistence'
  return new URL(ctx.deps.config.WHATSAPP_GRAPH_URL).host === 'graph.facebook.com' ? 'cloud' : 'sandbox'
}

const saveAccount = (ctx: CompanyCtx, input: ConnectInput, found: Found) => {
  const { account } = found
  const { sealer } = ctx.deps
  return queries.upsertAccount(ctx, {
    id: newId(),
    companyId: ctx.company.id,
    wabaId: input.wabaId,
    name: account?.name ?? '',
    currency: account?.currency ?? null,
    timezoneId: account?.timezone_id ?? null,
    reviewStatus: account?.account_review_status ?? null,
    token: sealer.seal(input.accessToken),
    ...(input.appSecret ? { appSecret: sealer.seal(input.appSecret) } : {}),
  })
}

/** The number's channel: the company's former one with its conversations, a new one, or the one that is connected. */
const saveChannel = async (ctx: CompanyCtx, input: ConnectInput, accountId: string, found: Found) => {
  const kind = kindOf(ctx, found)
  const facts = { kind, waAccountId: accountId, ...(found.number ? numberFacts(found.number, kind) : {}) }
  const companyId = ctx.company.id
  const back = { ...facts, status: 'connected' as const, statusReason: null, restrictedUntil: null }
  const revived = await queries.reviveChannel(ctx, companyId, input.phoneNumberId, back)
  if (revived) return { channel: revived, isNew: true }
  const inserted = await queries.insertChannel(ctx, {
    id: newId(),
    companyId,
    phoneNumberId: input.phoneNumberId,
    phone: found.number?.display_phone_number ?? '',
    name: found.number?.verified_name ?? '',
    ...facts,
  })
  if (inserted) return { channel: inserted, isNew: true }
  const known = await queries.findLiveChannelByNumber(ctx, companyId, input.phoneNumberId)
  if (!known) throw new AppError('channel_taken', { data: { step: 'free' } })
  await queries.updateChannel(ctx, companyId, known.channel.id, facts)
  return { channel: known.channel, isNew: false }
}

type Pulled = { profile: BusinessProfile | null; templates: TemplateNode[] | null }

const save = (ctx: CompanyCtx, input: ConnectInput, found: Found, pulled: Pulled) =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const account = await saveAccount(tx, input, found)
    const { channel, isNew } = await saveChannel(tx, input, account.id, found)
    if (pulled.profile) await queries.updateChannel(tx, companyId, channel.id, { profile: { ...pulled.profile } })
    if (pulled.templates) await saveTemplates(tx, companyId, account.id, pulled.templates)
    else await enqueueTemplateSync(tx, companyId, account.id)
    if (isNew) {
      await recordChannelEvent(tx, companyId, channel.id, { kind: 'connected', after: 'connected' })
      await emit(tx, 'channel.connected', channelFacts(channel))
    } else
      await changeChannelStatus(tx, companyId, channel.id, { status: 'connected', reason: null, restrictedUntil: null })
    const target = { type: 'channel', id: channel.id, label: channel.phone }
    await recordAudit(tx, { action: 'channel.connected', target, diff: { phoneNumberId: input.phoneNumberId, isNew } })
    announceChannel(tx, companyId, channel.id)
    return channel
  })

/**
 * Connects a number: checks it at Meta, subscribes to its webhooks, registers it with the PIN when it needs that, and
 * keeps its token sealed. Safe to repeat, and for two admins at once. Throws `channel_taken`, `channel_token_invalid`,
 * `channel_scopes_missing`, `channel_ids_mismatch`, `provider_error`.
 */
export const connectChannel = async (ctx: CompanyCtx, input: ConnectInput) => {
  const checks = await runChecks(ctx, input)
  assertChecked(checks)
  const { found } = checks
  await orRefuse(register(input, found))
  const [profile, templates] = await Promise.all([
    orNull(found.client.getBusinessProfile(input.phoneNumberId)),
    orNull(found.client.listTemplates(input.wabaId)),
  ])
  // Last: webhooks that arrive before the number is stored could not be assigned to a company.
  await orRefuse(subscribe(input, found))
  const channel = await save(ctx, input, found, { profile, templates }).catch((error: unknown) => {
    throw queries.isNumberConflict(error) ? new AppError('channel_taken', { data: { step: 'free' } }) : error
  })
  await checkHealth(ctx, ctx.company.id, channel.id)
  return readChannel(ctx, channel.id)
}
