import type { OnboardingKind, SignupLaunch } from '@recado/contracts/whatsapp/signup'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { configIdOf, isReady, originsOf, signupConfig } from '../config.ts'
import { openingOf } from '../opening.ts'
import * as queries from '../queries/onboardings.ts'
import { announceOnboarding } from './announce.ts'
import { lockIn } from './load.ts'

const MOST_OPEN = 20

type Opening = { id: string; kind: OnboardingKind }

const launchOf = async (ctx: CompanyCtx, { id, kind }: Opening): Promise<SignupLaunch> => {
  const config = await signupConfig(ctx)
  const configId = configIdOf(config, kind)
  if (!isReady(config, kind) || !config.appId || !configId) throw new AppError('signup_not_ready')
  const { appId, sdkUrl, version, solutionId } = config
  const featureType = kind === 'coexistence' ? 'whatsapp_business_app_onboarding' : ''
  const nonce = createToken()
  const opening = openingOf(hashToken(nonce))
  return { id, nonce, opening, sdkUrl, origins: originsOf(config), appId, configId, version, featureType, solutionId }
}

/** From here on, results of an earlier opening of Meta's window are refused. */
const reopen = async (tx: CompanyCtx & UserCtx, opening: Opening): Promise<SignupLaunch> => {
  const launch = await launchOf(tx, opening)
  const values = { nonceHash: hashToken(launch.nonce), userId: tx.actor.userId, kind: opening.kind, remindedAt: null }
  await queries.updateOnboarding(tx, tx.company.id, opening.id, values)
  announceOnboarding(tx, tx.company.id)
  return launch
}

/**
 * Starts a signup. A company has one unfinished signup at a time: an unfinished one is continued with the options given
 * now. Throws `signup_not_ready`, or `limit_reached` when too many signups wait for a decision.
 */
export const startOnboarding = (ctx: CompanyCtx & UserCtx, kind: OnboardingKind): Promise<SignupLaunch> =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    await lockName(tx, `onboardings of ${companyId}`)
    const [active, ...older] = await queries.listInWindow(tx, companyId)
    for (const { id } of older)
      await queries.updateOnboarding(tx, companyId, id, { state: 'discarded', finishedAt: tx.now() })
    if (active) return reopen(tx, { id: active.id, kind })
    if ((await queries.countOpen(tx, companyId)) >= MOST_OPEN) throw new AppError('limit_reached')
    const id = newId()
    const launch = await launchOf(tx, { id, kind })
    const { userId } = tx.actor
    await queries.insertOnboarding(tx, {
      id,
      companyId,
      userId,
      kind,
      nonceHash: hashToken(launch.nonce),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    await recordAudit(tx, { action: 'channel.onboarding_started', target: { type: 'onboarding', id }, diff: { kind } })
    announceOnboarding(tx, companyId)
    return launch
  })

/** Opens Meta's window again for a signup that stopped: what comes of it begins with a new token. */
export const reopenOnboarding = (ctx: CompanyCtx & UserCtx, id: string): Promise<SignupLaunch> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['opened', 'waiting', 'failed', 'cancelled'])
    return reopen(tx, row)
  })
