import type { OnboardingKind, SignupLaunch } from '@recado/contracts/whatsapp/signup'
import { type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { lockName } from '#server/db/lock.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { createToken, hashToken } from '#server/lib/seal.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { configIdOf, isReady, originsOf, signupConfig } from '../config.ts'
import * as queries from '../queries/onboardings.ts'
import { announceOnboarding } from './announce.ts'
import { lockIn } from './load.ts'

const MOST_OPEN = 20

const launchOf = async (ctx: CompanyCtx, id: string, kind: OnboardingKind, nonce: string): Promise<SignupLaunch> => {
  const config = await signupConfig(ctx)
  const configId = configIdOf(config, kind)
  if (!isReady(config, kind) || !config.appId || !configId) throw new AppError('signup_not_ready')
  const { appId, sdkUrl, version, solutionId } = config
  const featureType = kind === 'coexistence' ? 'whatsapp_business_app_onboarding' : ''
  return { id, nonce, sdkUrl, origins: originsOf(config), appId, configId, version, featureType, solutionId }
}

/** Begins a signup. Throws `signup_not_ready`, or `limit_reached` when too many are open. */
export const startOnboarding = (ctx: CompanyCtx & UserCtx, kind: OnboardingKind): Promise<SignupLaunch> =>
  inTransaction(ctx, async (tx) => {
    const id = newId()
    const nonce = createToken()
    const launch = await launchOf(tx, id, kind, nonce)
    const companyId = tx.company.id
    await lockName(tx, `onboardings of ${companyId}`)
    if ((await queries.countOpen(tx, companyId)) >= MOST_OPEN) throw new AppError('limit_reached')
    const { userId } = tx.actor
    await queries.insertOnboarding(tx, {
      id,
      companyId,
      userId,
      kind,
      nonceHash: hashToken(nonce),
      createdAt: tx.now(),
      updatedAt: tx.now(),
    })
    await recordAudit(tx, { action: 'channel.onboarding_started', target: { type: 'onboarding', id }, diff: { kind } })
    announceOnboarding(tx, companyId)
    return launch
  })

/** Opens Meta's window again for a signup that stopped: what comes of it begins with a new token. */
export const reopenOnboarding = (ctx: CompanyCtx, id: string): Promise<SignupLaunch> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockIn(tx, id, ['opened', 'waiting', 'failed', 'cancelled'])
    const nonce = createToken()
    const launch = await launchOf(tx, id, row.kind, nonce)
    await queries.updateOnboarding(tx, tx.company.id, id, { nonceHash: hashToken(nonce), remindedAt: null })
    return launch
  })
