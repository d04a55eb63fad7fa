import { randomInt } from 'node:crypto'
import { newNumericId } from '../state/ids.ts'
import type { PhoneNumber } from '../state/types.ts'
import { customerOf, type World } from '../state/world.ts'
import { accountHealth } from './account-health.ts'
import { type GraphCall, pageOf, pick, success } from './call.ts'
import { syncAppData } from './coexistence-calls.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'
import { messageLinks, setAutomation } from './number-extras.ts'

const health = (world: World, number: PhoneNumber): Fields => {
  const blocked = !number.registered
  const account = world.accounts.get(number.accountId)
  const state = blocked ? 'BLOCKED' : number.qualityRating === 'RED' ? 'LIMITED' : 'AVAILABLE'
  const errors = blocked
    ? [
        {
          error_code: 141000,
          error_description: 'The number is not registered',
          possible_solution: 'Register the number',
        },
      ]
    : undefined
  return {
    can_send_message: state,
    entities: [
      { entity_type: 'PHONE_NUMBER', id: number.id, can_send_message: state, ...(errors && { errors }) },
      account ? accountHealth(account) : { entity_type: 'WABA', id: number.accountId, can_send_message: 'AVAILABLE' },
      { entity_type: 'BUSINESS', id: world.config.businessId, can_send_message: 'AVAILABLE' },
      { entity_type: 'APP', id: world.config.appId, can_send_message: 'AVAILABLE' },
    ],
  }
}

export const numberFields = (world: World, number: PhoneNumber): Fields => ({
  id: number.id,
  verified_name: number.verifiedName,
  display_phone_number: number.displayPhoneNumber,
  quality_rating: number.qualityRating,
  code_verification_status: number.verified ? 'VERIFIED' : 'NOT_VERIFIED',
  name_status: number.nameStatus ?? 'APPROVED',
  status: number.registered ? (number.status ?? 'CONNECTED') : 'DISCONNECTED',
  throughput: { level: 'STANDARD' },
  platform_type: 'CLOUD_API',
  account_mode: 'LIVE',
  is_on_biz_app: number.coexistence,
  is_pin_enabled: number.pin !== null,
  whatsapp_business_manager_messaging_limit: number.messagingLimit,
  webhook_configuration: { application: world.callbackUrl ?? '', ...number.webhookConfiguration },
  health_status: health(world, number),
  conversational_automation: number.automation ?? { prompts: [], commands: [] },
})

const defaults = [
  'verified_name',
  'display_phone_number',
  'quality_rating',
  'code_verification_status',
  'platform_type',
  'throughput',
  'webhook_configuration',
]

export const listNumbers = (call: GraphCall, accountId: string): unknown => {
  const numbers = [...call.world.numbers.values()].filter((number) => number.accountId === accountId)
  const nodes = numbers.map((number) => pick(numberFields(call.world, number), call.fields.fields, defaults))
  return pageOf(nodes, call.fields, `${call.world.baseUrl}/${accountId}/phone_numbers`)
}

export const addNumber = (call: GraphCall, accountId: string): unknown => {
  const digits = `${call.fields.cc ?? ''}${call.fields.phone_number ?? ''}`.replace(/\D/g, '')
  if (digits.length < 8) throw new GraphFault(100, { details: 'cc and phone_number are required' })
  const id = newNumericId()
  call.world.numbers.set(id, {
    id,
    accountId,
    displayPhoneNumber: `+${digits}`,
    digits,
    verifiedName: String(call.fields.verified_name ?? ''),
    registered: false,
    verified: false,
    code: null,
    pin: null,
    qualityRating: 'UNKNOWN',
    messagingLimit: 'TIER_250',
    coexistence: false,
    profile: { vertical: 'OTHER' },
    webhookConfiguration: {},
    blocked: [],
    settings: {},
  })
  call.world.changed()
  return { id }
}

const register = (call: GraphCall, number: PhoneNumber): unknown => {
  const pin = String(call.fields.pin ?? '')
  if (!/^\d{6}$/.test(pin)) throw new GraphFault(100, { details: 'Param pin must be 6 digits' })
  if (!number.verified) throw new GraphFault(133006)
  if (number.pin !== null && number.pin !== pin) throw new GraphFault(133005)
  number.pin = pin
  number.registered = true
  return success
}

const deregister = (number: PhoneNumber): unknown => {
  if (number.coexistence)
    throw new GraphFault(100, { details: 'A number of the phone app cannot be deregistered here' })
  number.registered = false
  return success
}

const requestCode = (number: PhoneNumber): unknown => {
  number.code = String(randomInt(100_000, 1_000_000))
  return success
}

const verifyCode = (call: GraphCall, number: PhoneNumber): unknown => {
  if (number.code === null || String(call.fields.code).replace('-', '') !== number.code) {
    throw new GraphFault(136025, { details: 'The code is not right' })
  }
  number.verified = true
  number.code = null
  return success
}

const profile = (call: GraphCall, number: PhoneNumber): unknown => {
  if (call.method === 'GET') {
    const node = { messaging_product: 'whatsapp', ...number.profile }
    return {
      data: [
        typeof call.fields.fields === 'string'
          ? { ...pick(node, call.fields.fields, []), messaging_product: 'whatsapp', id: undefined }
          : node,
      ],
    }
  }
  const { messaging_product, profile_picture_handle, access_token, ...change } = call.fields
  if (typeof change.about === 'string' && change.about.length > 139)
    throw new GraphFault(100, { details: 'about is longer than 139' })
  if (profile_picture_handle !== undefined) {
    const upload = call.world.handles.get(String(profile_picture_handle))
    if (!upload) throw new GraphFault(100, { details: 'profile_picture_handle is not known' })
    change.profile_picture_url = `${call.world.baseUrl}/assets/avatar.svg`
  }
  Object.assign(number.profile, change)
  return success
}

const blockUsers = (call: GraphCall, number: PhoneNumber): unknown => {
  if (call.method === 'GET')
    return pageOf(
      number.blocked.map((waId) => ({ messaging_product: 'whatsapp', wa_id: waId })),
      call.fields,
      '',
    )
  const asked = Array.isArray(call.fields.block_users) ? call.fields.block_users.filter(isFields) : []
  const done: Fields[] = []
  const failed: Fields[] = []
  for (const entry of asked) {
    const input = String(entry.user ?? entry.user_id ?? '')
    const waId = call.world.byBsuid.get(input) ?? customerOf(call.world, input).waId
    const thread = call.world.threads.get(`${number.id}:${waId}`)
    if (call.method === 'POST' && !(thread && thread.lastInboundAt > Date.now() - 86_400_000)) {
      failed.push({
        input,
        errors: [
          {
            message: 'Re-engagement required',
            code: 131047,
            error_data: { details: 'The user has not written in the last 24 hours' },
          },
        ],
      })
      continue
    }
    number.blocked = number.blocked.filter((blocked) => blocked !== waId)
    if (call.method === 'POST') number.blocked.push(waId)
    call.world.live.publish('thread', { thread: `${number.id}:${waId}` })
    done.push({ input, wa_id: waId })
  }
  const list = call.method === 'POST' ? 'added_users' : 'removed_users'
  return {
    messaging_product: 'whatsapp',
    block_users: { [list]: done, ...(failed.length > 0 && { failed_users: failed }) },
  }
}

const updateNumber = (call: GraphCall, number: PhoneNumber): unknown => {
  const { pin, webhook_configuration } = call.fields
  if (pin !== undefined) {
    if (!/^\d{6}$/.test(String(pin))) throw new GraphFault(100, { details: 'Param pin must be 6 digits' })
    number.pin = String(pin)
  }
  if (isFields(webhook_configuration)) {
    const uri = String(webhook_configuration.override_callback_uri ?? '')
    number.webhookConfiguration = uri === '' ? {} : { override_callback_uri: uri }
  }
  return success
}

/** Every call on a phone number except sending and media. Undefined when there is no such call. */
export const numberCall = (call: GraphCall, number: PhoneNumber, edge: string): unknown => {
  const { method } = call
  if (edge === '')
    return method === 'GET'
      ? pick(numberFields(call.world, number), call.fields.fields, defaults)
      : updateNumber(call, number)
  if (edge === 'whatsapp_business_profile') return profile(call, number)
  if (edge === 'message_qrdls' && method !== 'DELETE') return messageLinks(call, number)
  if (edge === 'block_users') return blockUsers(call, number)
  if (method === 'GET' && edge === 'settings') return number.settings
  if (method !== 'POST') return undefined
  if (edge === 'register') return register(call, number)
  if (edge === 'deregister') return deregister(number)
  if (edge === 'smb_app_data') return syncAppData(call, number)
  if (edge === 'conversational_automation') return setAutomation(call, number)
  if (edge === 'request_code') return requestCode(number)
  if (edge === 'verify_code') return verifyCode(call, number)
  if (edge === 'settings') {
    Object.assign(number.settings, call.fields)
    return success
  }
  return undefined
}
