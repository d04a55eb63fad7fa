import type { checkChannel, connectChannelBody, connectSteps } from '@recado/contracts/whatsapp/channel-connection'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import type { GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import type { AccountNode, PhoneNumberNode, TokenInfo } from '#server/lib/whatsapp-cloud/graph-types.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { isRegistered } from '../health-checks.ts'
import { isNumberTakenAcrossCompanies } from '../queries/channels.ts'

export type ConnectInput = z.output<typeof connectChannelBody>
type Step = (typeof connectSteps)[number]
type StepResult = z.output<typeof checkChannel.response>['steps'][number]
type Verdict = { state: 'ok' | 'skipped' } | { state: 'failed'; detail: string }

/** What the checks found out about the number, for whoever connects it then. */
export type Found = {
  client: GraphClient
  token: TokenInfo | null
  account: AccountNode | null
  number: PhoneNumberNode | null
  subscribed: boolean
}

/** A step that Meta refused, or one of ours that failed. */
export type FailedStep = { step: Step; detail: string; error: GraphError | null }
export type Checks = { steps: StepResult[]; failed: FailedStep | null; found: Found }

const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging']
const ok: Verdict = { state: 'ok' }
const fail = (detail: string): Verdict => ({ state: 'failed', detail })

const checkToken = async (ctx: CompanyCtx, input: ConnectInput, found: Found): Promise<Verdict> => {
  found.token = await found.client.debugToken(input.accessToken)
  if (!found.token.is_valid) return fail('invalid')
  const { WHATSAPP_APP_ID } = ctx.deps.config
  const foreign = WHATSAPP_APP_ID && found.token.app_id && found.token.app_id !== WHATSAPP_APP_ID
  return foreign && !input.appSecret ? fail('other_app') : ok
}

/** Both permissions, and for this account where the token names accounts. */
const checkScopes = (input: ConnectInput, found: Found): Verdict => {
  const granted = new Set(found.token?.scopes ?? [])
  const missing = scopes.filter((scope) => !granted.has(scope))
  if (missing.length > 0) return fail(missing.join(' '))
  const limited = (found.token?.granular_scopes ?? []).filter(({ scope }) => scopes.includes(scope))
  const excluded = limited.filter(({ target_ids }) => target_ids?.length && !target_ids.includes(input.wabaId))
  return excluded.length > 0 ? fail('account_not_granted') : ok
}

const checkNumber = async (input: ConnectInput, found: Found): Promise<Verdict> => {
  const numbers = await found.client.listPhoneNumbers(input.wabaId)
  found.number = numbers.find(({ id }) => id === input.phoneNumberId) ?? null
  return found.number ? ok : fail('not_in_account')
}

const checkRegistration = (input: ConnectInput, found: Found): Verdict => {
  if (!found.number || isRegistered(found.number) || found.number.is_on_biz_app) return ok
  return input.pin ? { state: 'skipped' } : fail('pin_needed')
}

const checkSubscription = async (input: ConnectInput, found: Found): Promise<Verdict> => {
  const apps = await found.client.listSubscribedApps(input.wabaId)
  found.subscribed = apps.some((app) => !found.token?.app_id || app.id === found.token.app_id)
  return found.subscribed ? ok : { state: 'skipped' }
}

const performOf = (ctx: CompanyCtx, input: ConnectInput, found: Found): [Step, () => Promise<Verdict> | Verdict][] => [
  ['token', () => checkToken(ctx, input, found)],
  ['scopes', () => checkScopes(input, found)],
  [
    'account',
    async () => {
      found.account = await found.client.getAccount(input.wabaId)
      return ok
    },
  ],
  ['number', () => checkNumber(input, found)],
  [
    'free',
    async () => ((await isNumberTakenAcrossCompanies(ctx, ctx.company.id, input.phoneNumberId)) ? fail('taken') : ok),
  ],
  ['registration', () => checkRegistration(input, found)],
  ['subscription', () => checkSubscription(input, found)],
]

/** Tries at Meta, in order, what connecting needs; the first failure ends it and leaves the rest untried. Changes nothing. */
export const runChecks = async (ctx: CompanyCtx, input: ConnectInput): Promise<Checks> => {
  const client = graphClientFor(ctx.deps, input.accessToken, { patient: true })
  const found: Found = { client, token: null, account: null, number: null, subscribed: false }
  const steps: StepResult[] = []
  let failed: FailedStep | null = null
  for (const [step, perform] of performOf(ctx, input, found)) {
    if (failed) {
      steps.push({ step, state: 'skipped', errorCode: null, detail: null })
      continue
    }
    try {
      const verdict = await perform()
      if (verdict.state === 'failed') failed = { step, detail: verdict.detail, error: null }
      const detail = verdict.state === 'failed' ? verdict.detail : null
      steps.push({ step, state: verdict.state, errorCode: null, detail })
    } catch (error) {
      if (!(error instanceof GraphError)) throw error
      const detail = error.fate === 'rejected' ? 'refused' : 'unreachable'
      failed = { step, detail, error }
      steps.push({ step, state: 'failed', errorCode: error.code, detail })
    }
  }
  return { steps, failed, found }
}

/** The checks as a person sees them before connecting. */
export const checkConnection = async (ctx: CompanyCtx, input: ConnectInput) => {
  const { steps, failed, found } = await runChecks(ctx, input)
  const { number } = found
  return {
    ok: failed === null,
    steps,
    number: number && {
      phone: number.display_phone_number ?? '',
      name: number.verified_name ?? '',
      quality: number.quality_rating ?? null,
    },
  }
}
