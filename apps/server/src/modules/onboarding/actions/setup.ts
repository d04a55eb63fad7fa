import type { SignupSetup, signupSetupBody } from '@recado/contracts/operator'
import type { z } from 'zod'
import { type Deps, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { createToken } from '#server/lib/seal.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { graphClientFor } from '../../channels/index.ts'
import { signupConfig } from '../config.ts'
import * as queries from '../queries/signup-settings.ts'

/** Webhook fields that the product lives on (whatsapp-cloud-api reference, transport). */
const neededFields = [
  'messages',
  'message_template_status_update',
  'message_template_quality_update',
  'message_template_components_update',
  'template_category_update',
  'phone_number_quality_update',
  'phone_number_name_update',
  'account_update',
  'account_alerts',
  'account_review_update',
  'business_capability_update',
  'user_preferences',
  'user_id_update',
  'security',
  'smb_message_echoes',
  'smb_app_state_sync',
  'history',
] as const

const DAY_MS = 86_400_000

type AppSubscription = { object?: string; fields?: ({ name?: string } | string)[] }

/** The fields that the app at Meta has; null when Meta cannot be asked. */
const readFields = async (ctx: UserCtx): Promise<Set<string> | null> => {
  const { appId, appSecret } = await signupConfig(ctx)
  if (!appId || !appSecret) return null
  try {
    const client = graphClientFor(ctx.deps, `${appId}|${appSecret}`)
    const { data = [] } = await client.get<{ data?: AppSubscription[] }>(`/${encodeURIComponent(appId)}/subscriptions`)
    const account = data.find(({ object }) => object === 'whatsapp_business_account')
    return new Set((account?.fields ?? []).map((field) => (typeof field === 'string' ? field : (field.name ?? ''))))
  } catch (error) {
    if (error instanceof GraphError) return null
    throw error
  }
}

export const readSignupSetup = async (ctx: UserCtx): Promise<SignupSetup> => {
  const config = await signupConfig(ctx)
  const row = await queries.findSignupSettings(ctx)
  const fields = await readFields(ctx)
  return {
    appId: config.appId,
    configId: config.configId,
    coexistenceConfigId: config.coexistenceConfigId,
    graphVersion: config.version,
    solutionId: config.solutionId,
    allowedDomains: row?.allowedDomains ?? [],
    version: row?.version ?? 1,
    sdkUrl: config.sdkUrl,
    webhookUrl: new URL('/webhooks/whatsapp', publicOrigin(ctx.deps.config)).href,
    hasAppSecret: config.appSecret !== null,
    verifyTokenAt: row?.verifyTokenAt?.toISOString() ?? null,
    fields: neededFields.map((name) => ({ name, subscribed: fields ? fields.has(name) : null })),
  }
}

/** Throws `conflict` when somebody changed it since it was read. */
export const updateSignupSetup = async (ctx: UserCtx, body: z.output<typeof signupSetupBody>): Promise<SignupSetup> => {
  const { version, ...values } = body
  await inTransaction(ctx, async (tx) => {
    await queries.ensureSignupSettings(tx)
    if (!(await queries.updateSignupSettings(tx, version, values))) throw new AppError('conflict')
    await recordAudit(tx, { action: 'signup.updated', companyId: null, target: { type: 'signup' }, diff: values })
  })
  return readSignupSetup(ctx)
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
