import type { OnboardingStep } from '@recado/contracts/whatsapp/signup'
import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { PhoneNumberNode, TokenInfo } from '#server/lib/whatsapp-cloud/graph-types.ts'
import {
  claimNumber,
  completeConnection,
  isNumberTaken,
  isRegistered,
  registerNumber,
  requestAppData,
  syncAccountTemplates,
} from '#server/modules/whatsapp/channels/index.ts'
import { signupConfig } from './config.ts'
import type { NewOnboarding, OnboardingRow } from './queries/onboardings.ts'

export type Patch = Partial<NewOnboarding>
export type Outcome =
  | { state: 'ok' | 'skipped'; patch?: Patch }
  | { state: 'waiting' | 'failed'; problem: string; patch?: Patch }

/** What a step works with. */
export type Run = { ctx: Ctx; row: OnboardingRow; client: GraphClient; accessToken: string }

const ok = (patch?: Patch): Outcome => (patch ? { state: 'ok', patch } : { state: 'ok' })
const fail = (problem: string): Outcome => ({ state: 'failed', problem })

const needed = ['whatsapp_business_management', 'whatsapp_business_messaging']

/** Accounts that both permissions name. */
const grantedAccounts = ({ granular_scopes }: TokenInfo): string[] => {
  const lists = needed.map((name) => granular_scopes?.find(({ scope }) => scope === name)?.target_ids ?? [])
  const [first = [], second = []] = lists
  return first.filter((id) => second.includes(id))
}

/** Ids from the browser count only when the token itself names them. */
const checkPermissions = async ({ ctx, row, client, accessToken }: Run): Promise<Outcome> => {
  const token = await client.debugToken(accessToken)
  if (!token.is_valid) return fail('invalid')
  const { appId } = await signupConfig(ctx)
  if (appId && token.app_id && token.app_id !== appId) return fail('other_app')
  if (needed.some((scope) => !token.scopes?.includes(scope))) return fail('scopes_missing')
  const granted = grantedAccounts(token)
  const told = row.sessionEvent?.wabaId
  if (told && !granted.includes(told)) return fail('account_not_granted')
  const wabaId = told ?? granted[0]
  if (!wabaId || (!told && granted.length > 1)) return fail('no_account')
  const account = await client.getAccount(wabaId)
  return ok({ wabaId, accountName: account.name ?? null })
}

const numberOf = async (ctx: Ctx, companyId: string, node: PhoneNumberNode) => ({
  id: node.id,
  phone: node.display_phone_number ?? '',
  name: node.verified_name ?? '',
  quality: node.quality_rating ?? null,
  coexistence: node.is_on_biz_app === true,
  registered: isRegistered(node),
  taken: await isNumberTaken(ctx, companyId, node.id),
})

const wabaOf = (row: OnboardingRow): string => {
  if (!row.wabaId) throw new Error('The account is not known yet')
  return row.wabaId
}

const checkFree = async ({ ctx, row, client }: Run): Promise<Outcome> => {
  const nodes = await client.listPhoneNumbers(wabaOf(row))
  const numbers = []
  for (const node of nodes) numbers.push(await numberOf(ctx, row.companyId, node))
  const patch = { numbers }
  const named = row.phoneNumberId ?? row.sessionEvent?.phoneNumberId
  const candidates = named ? numbers.filter(({ id }) => id === named) : numbers
  if (numbers.length === 0) return { state: 'failed', problem: 'no_numbers', patch }
  if (candidates.length === 0) return { state: 'failed', problem: 'not_in_account', patch }
  return candidates.every(({ taken }) => taken) ? { state: 'failed', problem: 'taken', patch } : ok(patch)
}

const subscribe = async ({ row, client }: Run): Promise<Outcome> => {
  await client.subscribe(wabaOf(row))
  return ok()
}

const nameOfChoice = ({ row }: Run): string | null => {
  const named = row.phoneNumberId ?? row.sessionEvent?.phoneNumberId
  if (named) return named
  const free = row.numbers.filter(({ taken }) => !taken)
  return free.length === 1 ? (free[0]?.id ?? null) : null
}

const claim = async (run: Run): Promise<Outcome> => {
  const { ctx, row, client, accessToken } = run
  const phoneNumberId = nameOfChoice(run)
  if (!phoneNumberId) return { state: 'waiting', problem: 'choose' }
  const wabaId = wabaOf(row)
  const [number, account, token] = await Promise.all([
    client.getPhoneNumber(phoneNumberId),
    client.getAccount(wabaId),
    client.debugToken(accessToken),
  ])
  const tokenExpiresAt = token.expires_at ? new Date(token.expires_at * 1000) : null
  const coexistence = row.kind === 'coexistence'
  const claimed = { companyId: row.companyId, wabaId, account, accessToken, tokenExpiresAt, number, coexistence }
  const { channelId } = await claimNumber(ctx, claimed)
  return ok({ phoneNumberId, channelId })
}

const channelOf = (row: OnboardingRow): string => {
  if (!row.channelId) throw new Error('The number is not chosen yet')
  return row.channelId
}

const register = async ({ ctx, row }: Run): Promise<Outcome> => {
  if (row.kind === 'coexistence') return { state: 'skipped' }
  const given = row.pin ? ctx.deps.sealer.open(row.pin) : null
  try {
    const done = await registerNumber(ctx, row.companyId, channelOf(row), given)
    return { state: done ? 'ok' : 'skipped', patch: { pin: null } }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    if (error.code === 133005)
      return { state: 'waiting', problem: given ? 'pin_wrong' : 'pin_needed', patch: { pin: null } }
    if (error.code === 133008 || error.code === 133009)
      return { state: 'failed', problem: 'pin_locked', patch: { pin: null } }
    if (error.code === 133006) return fail('verification_needed')
    if (error.code === 133016) return fail('too_often')
    throw error
  }
}

/** First the contacts, then the past: each is asked for once, and a refusal is noted and stops nothing. */
const syncApp = async ({ ctx, row }: Run): Promise<Outcome> => {
  if (row.kind !== 'coexistence') return { state: 'skipped' }
  for (const what of ['contacts', 'history'] as const)
    await requestAppData(ctx, row.companyId, channelOf(row), { what, since: row.createdAt })
  return ok()
}

const readFacts = async ({ ctx, row }: Run): Promise<Outcome> => {
  await completeConnection(ctx, row.companyId, channelOf(row))
  return ok()
}

const syncTemplates = async ({ ctx, row }: Run): Promise<Outcome> => {
  await syncAccountTemplates(ctx, row.companyId, channelOf(row))
  return ok()
}

/** The steps after the exchange, which happens while the browser waits. */
const performers: Record<Exclude<OnboardingStep, 'exchange'>, (run: Run) => Promise<Outcome>> = {
  permissions: checkPermissions,
  free: checkFree,
  subscription: subscribe,
  number: claim,
  registration: register,
  sync: syncApp,
  facts: readFacts,
  templates: syncTemplates,
}

export type Performed = Outcome & { errorCode: number | null; transient: boolean }

const done = (outcome: Outcome): Performed => ({ ...outcome, errorCode: null, transient: false })

/** Does one step. What Meta refuses is an outcome, never an exception; `transient` says that it may work in a moment. */
export const perform = async (step: Exclude<OnboardingStep, 'exchange'>, run: Run): Promise<Performed> => {
  try {
    return done(await performers[step](run))
  } catch (error) {
    if (error instanceof AppError && error.code === 'channel_taken') return done(fail('taken'))
    if (error instanceof AppError && error.code === 'not_found') return done(fail('gone'))
    const cause = error instanceof AppError ? error.details.cause : error
    if (!(cause instanceof GraphError)) throw error
    const transient = cause.fate !== 'rejected' || cause.rule.policy === 'retry'
    return {
      state: 'failed',
      problem: cause.fate === 'rejected' ? 'refused' : 'unreachable',
      errorCode: cause.code,
      transient,
    }
  }
}
