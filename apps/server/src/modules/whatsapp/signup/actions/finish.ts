import type { finishSignup as endpoint, Onboarding, OnboardingStepEntry } from '@recado/contracts/whatsapp/signup'
import type { z } from 'zod'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { equalTexts } from '#server/lib/equal-texts.ts'
import { hashToken } from '#server/lib/seal.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { signupConfig } from '../config.ts'
import * as queries from '../queries/onboardings.ts'
import { announceOnboarding } from './announce.ts'
import { enqueueRun } from './enqueue.ts'
import { lockIn, readOnboarding } from './load.ts'

type Input = z.output<typeof endpoint.body>

const entryOf = (
  ctx: CompanyCtx,
  attempts: number,
  rest: Pick<OnboardingStepEntry, 'state'> & Partial<OnboardingStepEntry>,
): OnboardingStepEntry => ({ attempts, at: ctx.now().toISOString(), problem: null, errorCode: null, ...rest })

const left = new Set<Input['result']['event']>(['CANCEL', 'ERROR'])

/** Notes what the window said, before anything is done with it. A nonce counts once. */
const note = (ctx: CompanyCtx, id: string, { nonce, code, result }: Input) =>
  inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['opened', 'waiting', 'failed', 'cancelled'])
    if (!equalTexts(hashToken(nonce), row.nonceHash)) throw new AppError('token_invalid')
    const companyId = tx.company.id
    const attempts = (row.steps.exchange?.attempts ?? 0) + 1
    announceOnboarding(tx, companyId)
    if (left.has(result.event) || code === null) {
      await queries.updateOnboarding(tx, companyId, id, { state: 'cancelled', sessionEvent: result, stoppedAt: null })
      return null
    }
    const steps = { exchange: entryOf(tx, attempts, { state: 'running' }) }
    const begun = { state: 'opened' as const, step: 'exchange' as const, sessionEvent: result, nonceHash: '', steps }
    await queries.updateOnboarding(tx, companyId, id, begun)
    return { attempts, code }
  })

const problemOf = (error: GraphError): string => {
  if (error.fate !== 'rejected') return 'unreachable'
  return error.code === 100 || /code/i.test(error.details ?? '') ? 'code_expired' : 'refused'
}

const exchange = async (ctx: CompanyCtx, code: string): Promise<string> => {
  const { appId, appSecret } = await signupConfig(ctx)
  if (!appId || !appSecret) throw new AppError('signup_not_ready')
  const query = new URLSearchParams({ client_id: appId, client_secret: appSecret, code })
  const client = graphClientFor(ctx.deps, `${appId}|${appSecret}`, { patient: true })
  const { access_token: token } = await client.get<{ access_token?: string }>(`/oauth/access_token?${query}`)
  if (typeof token !== 'string' || token === '') throw new GraphError({ message: 'No token came', fate: 'unknown' })
  return token
}

const keepToken = (ctx: CompanyCtx, id: string, attempts: number, token: string) =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const steps = { exchange: entryOf(tx, attempts, { state: 'ok' }) }
    const running = { state: 'running' as const, step: 'permissions' as const, stoppedAt: null, steps }
    await queries.updateOnboarding(tx, companyId, id, { ...running, token: tx.deps.sealer.seal(token) })
    await enqueueRun(tx, companyId, id)
    announceOnboarding(tx, companyId)
  })

/**
 * Takes what Meta's window told the page. The code is exchanged at once, because it lives 30 seconds; everything else is
 * the workers' and goes on without the page. Throws `token_invalid` for a nonce that is not the latest.
 */
export const finishSignup = async (ctx: CompanyCtx, id: string, input: Input): Promise<Onboarding> => {
  const noted = await note(ctx, id, input)
  if (!noted) return readOnboarding(ctx, id)
  try {
    await keepToken(ctx, id, noted.attempts, await exchange(ctx, noted.code))
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const problem = problemOf(error)
    const steps = { exchange: entryOf(ctx, noted.attempts, { state: 'failed', problem, errorCode: error.code }) }
    const failed = { state: 'failed' as const, stoppedAt: ctx.now(), stuckToldAt: null, steps }
    await queries.updateOnboarding(ctx, ctx.company.id, id, failed)
    announceOnboarding(ctx, ctx.company.id)
  }
  return readOnboarding(ctx, id)
}
