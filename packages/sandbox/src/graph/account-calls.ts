import { randomUUID } from 'node:crypto'
import type { Account } from '../state/types.ts'
import { accountHealth } from './account-health.ts'
import { type GraphCall, pageOf, pick, success } from './call.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'
import { addNumber, listNumbers } from './number-calls.ts'
import { createTemplate, deleteTemplates, listTemplates } from './template-calls.ts'
import { enableInsights, templateAnalytics } from './template-insights.ts'

const accountFields = (account: Account): Fields => ({
  id: account.id,
  name: account.name,
  currency: account.currency,
  timezone_id: '25',
  country: account.country,
  message_template_namespace: '0a1b2c3d_0000_4000_8000_0a1b2c3d4e5f',
  account_review_status: 'APPROVED',
  business_verification_status: account.verification ?? 'verified',
  ownership_type: 'SELF',
  primary_business_location: account.country,
  health_status: { can_send_message: accountHealth(account).can_send_message, entities: [accountHealth(account)] },
})

const defaults = ['name', 'currency', 'timezone_id', 'message_template_namespace']

const subscribedApps = (call: GraphCall, account: Account): unknown => {
  const { appId } = call.world.config
  if (call.method === 'GET') {
    const apps = Object.entries(account.subscribers).map(([id, { overrideCallbackUri }]) => ({
      whatsapp_business_api_data: { id, name: 'Sandbox app', link: `${call.world.baseUrl}/` },
      ...(overrideCallbackUri !== undefined && { override_callback_uri: overrideCallbackUri }),
    }))
    return { data: apps }
  }
  if (call.method === 'DELETE') delete account.subscribers[appId]
  else {
    const override = call.fields.override_callback_uri
    account.subscribers[appId] =
      typeof override === 'string' && override !== '' ? { overrideCallbackUri: override } : {}
  }
  call.world.changed()
  return success
}

/** Every call on an account. Undefined when there is no such call. */
export const accountCall = (call: GraphCall, account: Account, edge: string): unknown => {
  if (edge === '' && call.method === 'GET') return pick(accountFields(account), call.fields.fields, defaults)
  if (edge === '' && call.fields.is_enabled_for_insights !== undefined) return enableInsights(call, account)
  if (edge === 'template_analytics' && call.method === 'GET') return templateAnalytics(call, account)
  if (edge === 'subscribed_apps') return subscribedApps(call, account)
  if (edge === 'phone_numbers')
    return call.method === 'GET' ? listNumbers(call, account.id) : addNumber(call, account.id)
  if (edge !== 'message_templates') return undefined
  if (call.method === 'GET') return listTemplates(call, account.id)
  return call.method === 'DELETE' ? deleteTemplates(call, account.id) : createTemplate(call, account.id)
}

const scopes = ['whatsapp_business_management', 'whatsapp_business_messaging', 'business_management', 'public_profile']

/** `GET /debug_token`. */
export const debugToken = (call: GraphCall): unknown => {
  const input = String(call.fields.input_token ?? '')
  const token = call.world.tokens.get(input)
  if (!token?.valid) {
    return {
      data: {
        is_valid: false,
        scopes: [],
        error: { code: 190, message: 'The session has been invalidated', subcode: 460 },
      },
    }
  }
  const wabaIds = token.wabaIds ?? [...call.world.accounts.keys()]
  return {
    data: {
      app_id: call.world.config.appId,
      type: 'SYSTEM_USER',
      application: 'Sandbox app',
      data_access_expires_at: 0,
      expires_at: token.expiresAt ?? 0,
      is_valid: true,
      issued_at: Math.floor(Date.now() / 1000) - 3600,
      scopes: token.scopes ?? scopes,
      granular_scopes: (token.scopes ?? scopes.slice(0, 2)).map((scope) => ({ scope, target_ids: wabaIds })),
      user_id: call.world.config.businessId,
    },
  }
}

/** `GET /oauth/access_token`: a code of the embedded signup against a token. Once, within 30 seconds. */
export const exchangeCode = (call: GraphCall): unknown => {
  const { world, fields } = call
  if (fields.client_id !== undefined && String(fields.client_id) !== world.config.appId)
    throw new GraphFault(101, { details: 'client_id is not known' })
  if (String(fields.client_secret) !== world.config.appSecret)
    throw new GraphFault(1, { details: 'Error validating client secret.' })
  if (fields.grant_type === 'client_credentials')
    return { access_token: `${world.config.appId}|${world.config.appSecret}`, token_type: 'bearer' }
  const code = world.codes.get(String(fields.code))
  world.codes.delete(String(fields.code))
  if (!code)
    throw new GraphFault(100, { subcode: 36009, details: 'This authorization code has been used or does not exist.' })
  if (code.expiresAt < Date.now())
    throw new GraphFault(100, { subcode: 36007, details: 'This authorization code has expired.' })
  const token = `SANDBOX${randomUUID().replaceAll('-', '')}`
  world.tokens.set(token, { valid: true, wabaIds: code.wabaIds, ...(code.scopes ? { scopes: code.scopes } : {}) })
  world.changed()
  return { access_token: token, token_type: 'bearer' }
}

const everyField = [
  ...['messages', 'message_template_status_update', 'message_template_quality_update', 'template_category_update'],
  ...['message_template_components_update', 'phone_number_quality_update', 'phone_number_name_update'],
  ...['account_update', 'account_alerts', 'account_review_update', 'business_capability_update', 'security'],
  ...['user_preferences', 'user_id_update', 'smb_message_echoes', 'smb_app_state_sync', 'history', 'flows'],
]

/** `GET/POST/DELETE /{app}/subscriptions`, with the token of the app: what its webhooks tell, and where to. */
export const appSubscriptions = (call: GraphCall): unknown => {
  const { app, config } = call.world
  if (call.token !== `${config.appId}|${config.appSecret}`)
    throw new GraphFault(200, { http: 403, details: 'Only the app itself may do this' })
  if (call.method === 'GET') {
    const fields = (app.fields ?? everyField).map((name) => ({ name, version: 'v25.0' }))
    const callback_url = app.callbackUrl ?? call.world.callbackUrl
    return { data: [{ object: 'whatsapp_business_account', active: true, callback_url, fields }] }
  }
  if (call.method === 'DELETE') app.fields = []
  else {
    const fields = String(call.fields.fields ?? '').split(',')
    if (call.fields.object !== 'whatsapp_business_account' || !call.fields.verify_token)
      throw new GraphFault(100, { details: 'object, callback_url, fields and verify_token are required' })
    app.fields = fields.map((name) => name.trim()).filter((name) => name !== '')
    app.callbackUrl = String(call.fields.callback_url ?? '')
  }
  call.world.changed()
  return success
}

/** `GET /me` and the app itself, which some clients ask for. */
export const selfNode = (call: GraphCall): unknown => ({
  id: call.world.config.businessId,
  name: 'Sandbox system user',
})

export const pageOfAccounts = (call: GraphCall): unknown =>
  pageOf(
    [...call.world.accounts.values()].map(accountFields).filter(isFields),
    call.fields,
    `${call.world.baseUrl}/${call.world.config.businessId}/owned_whatsapp_business_accounts`,
  )
