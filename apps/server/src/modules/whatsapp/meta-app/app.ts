import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { createCache } from '#server/lib/cache.ts'
import { perDeps } from '#server/lib/per-deps.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { graphClientFor } from '#server/modules/whatsapp/directory/index.ts'
import { findPlatformApp } from './queries.ts'

/** Webhook fields that the product lives on (whatsapp-cloud-api reference, transport). */
export const webhookFields = [
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

const OBJECT = 'whatsapp_business_account'
const KEEP_MS = 5 * 60_000

type AppSubscription = { object?: string; callback_url?: string; fields?: ({ name?: string } | string)[] }
export type AppSubscriptions = { callbackUrl: string | null; fields: Set<string> }
/** What came of asking Meta about the app: `refused` when it does not take id and secret for one app. */
export type AskedApp = AppSubscriptions | 'no_app' | 'refused' | 'unanswered'

const KEY = 'app'
const cacheOf = perDeps((deps: Deps) => createCache<AskedApp>({ ttlMs: KEEP_MS, now: () => deps.now().getTime() }))

const appOf = async (deps: Deps) => {
  const row = await findPlatformApp(deps.database)
  const appId = row?.appId ?? deps.config.WHATSAPP_APP_ID ?? null
  const secret = deps.config.WHATSAPP_APP_SECRET ?? null
  if (!appId || !secret) return null
  const token = row?.verifyToken ? deps.sealer.open(row.verifyToken) : (deps.config.WHATSAPP_VERIFY_TOKEN ?? null)
  return {
    path: `/${encodeURIComponent(appId)}/subscriptions`,
    client: graphClientFor(deps, `${appId}|${secret}`, { patient: true }),
    token,
  }
}

/** Meta answered, and not that it is busy or in trouble itself. */
const isRefusal = ({ fate, rule }: GraphError): boolean => fate === 'rejected' && rule.policy !== 'retry'

const ask = async (deps: Deps): Promise<AskedApp> => {
  const app = await appOf(deps)
  if (!app) return 'no_app'
  try {
    const { data = [] } = await app.client.get<{ data?: AppSubscription[] }>(app.path)
    const own = data.find(({ object }) => object === OBJECT)
    const fields = (own?.fields ?? []).map((field) => (typeof field === 'string' ? field : (field.name ?? '')))
    return { callbackUrl: own?.callback_url ?? null, fields: new Set(fields) }
  } catch (error) {
    if (error instanceof GraphError) return isRefusal(error) ? 'refused' : 'unanswered'
    throw error
  }
}

/** Asks Meta what it knows of the platform's app. */
export const askAboutApp = (deps: Deps): Promise<AskedApp> => {
  cacheOf(deps).invalidate(KEY)
  return cacheOf(deps).load(KEY, () => ask(deps))
}

/**
 * What the platform's app at Meta is subscribed to; null when there is no app, or Meta did not say. Known for five minutes
 * unless `fresh`.
 */
export const readAppSubscriptions = async (deps: Deps, fresh = false): Promise<AppSubscriptions | null> => {
  const value = await (fresh ? askAboutApp(deps) : cacheOf(deps).load(KEY, () => ask(deps)))
  return typeof value === 'string' ? null : value
}

/** Where webhooks of the platform's app arrive. */
export const webhookAddress = (deps: Deps): string => new URL('/webhooks/whatsapp', publicOrigin(deps.config)).href

/**
 * Subscribes the platform's app at Meta to every field that the product lives on; answers whether there is an app. Meta
 * tries the address at once. Throws `GraphError`.
 */
export const subscribeApp = async (deps: Deps): Promise<boolean> => {
  const app = await appOf(deps)
  if (!app?.token) return false
  await app.client.post(app.path, {
    object: OBJECT,
    callback_url: webhookAddress(deps),
    verify_token: app.token,
    fields: webhookFields.join(','),
    include_values: true,
  })
  cacheOf(deps).invalidate(KEY)
  return true
}
