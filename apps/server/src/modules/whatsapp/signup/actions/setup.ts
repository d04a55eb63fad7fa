import type { SignupSetup, signupSetupBody } from '@recado/contracts/admin/operators'
import type { z } from 'zod'
import { type Deps, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { createToken } from '#server/lib/seal.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import {
  readAppSubscriptions,
  subscribeApp,
  webhookAddress,
  webhookFields,
} from '#server/modules/whatsapp/meta-app/index.ts'
import { signupConfig } from '../config.ts'
import * as queries from '../queries/signup-settings.ts'

const DAY_MS = 86_400_000

export const readSignupSetup = async (ctx: UserCtx, fresh = false): Promise<SignupSetup> => {
  const config = await signupConfig(ctx)
  const row = await queries.findSignupSettings(ctx)
  const subscriptions = await readAppSubscriptions(ctx.deps, fresh)
  const needed = new Set<string>(webhookFields)
  return {
    appId: config.appId,
    configId: config.configId,
    coexistenceConfigId: config.coexistenceConfigId,
    graphVersion: config.version,
    solutionId: config.solutionId,
    allowedDomains: row?.allowedDomains ?? [],
    version: row?.version ?? 1,
    sdkUrl: config.sdkUrl,
    webhookUrl: webhookAddress(ctx.deps),
    callbackUrl: subscriptions?.callbackUrl ?? null,
    surplus: [...(subscriptions?.fields ?? [])].filter((name) => !needed.has(name)).toSorted(),
    hasAppSecret: config.appSecret !== null,
    verifyTokenAt: row?.verifyTokenAt?.toISOString() ?? null,
    fields: webhookFields.map((name) => ({ name, subscribed: subscriptions ? subscriptions.fields.has(name) : null })),
  }
}

/** Throws `conflict` if it was changed since it was read. */
export const updateSignupSetup = async (ctx: UserCtx, body: z.output<typeof signupSetupBody>): Promise<SignupSetup> => {
  const { version, ...values } = body
  await inTransaction(ctx, async (tx) => {
    await queries.ensureSignupSettings(tx)
    if (!(await queries.updateSignupSettings(tx, version, values))) throw new AppError('conflict')
    await recordAudit(tx, { action: 'signup.updated', companyId: null, target: { type: 'signup' }, diff: values })
  })
  return readSignupSetup(ctx)
}

/** Subscribes the app at Meta to every field that is needed. Throws `provider_error`, `signup_not_ready` without an app. */
export const subscribeSignupApp = async (ctx: UserCtx): Promise<SignupSetup> => {
  const done = await subscribeApp(ctx.deps).catch((error: unknown) => Promise.reject(asAppError(error)))
  if (!done) throw new AppError('signup_not_ready')
  await inTransaction(ctx, (tx) =>
    recordAudit(tx, { action: 'signup.app_subscribed', companyId: null, target: { type: 'signup' } }),
  )
  return readSignupSetup(ctx, true)
}

/** A new verify token; the one before it counts for a day more. */
export const rotateVerifyToken = async (ctx: UserCtx): Promise<{ verifyToken: string }> => {
  const verifyToken = createToken()
  await inTransaction(ctx, async (tx) => {
    await queries.ensureSignupSettings(tx)
    const row = await queries.findSignupSettings(tx)
    const values = {
      verifyToken: tx.deps.sealer.seal(verifyToken),
      formerVerifyToken: row?.verifyToken ?? null,
      verifyTokenAt: tx.now(),
    }
    await queries.keepVerifyToken(tx, values)
    await recordAudit(tx, { action: 'signup.verify_token_rotated', companyId: null, target: { type: 'signup' } })
  })
  return { verifyToken }
}

/** The verify tokens that Meta may say: the one made here, for a day the one before it, and the environment's until one was made. */
export const acceptedVerifyTokens = async (deps: Deps): Promise<string[]> => {
  const row = await queries.findSignupSettings(deps.database)
  const environment = deps.config.WHATSAPP_VERIFY_TOKEN ?? ''
  if (!row?.verifyToken) return [environment]
  const fresh = row.verifyTokenAt !== null && deps.now().getTime() - row.verifyTokenAt.getTime() < DAY_MS
  const former = row.formerVerifyToken ? deps.sealer.open(row.formerVerifyToken) : environment
  return [deps.sealer.open(row.verifyToken), ...(fresh ? [former] : [])]
}
