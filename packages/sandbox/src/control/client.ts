import { request } from 'undici'
import type { SandboxOptions } from '../config.ts'
import type { Customer, Mail } from '../state/types.ts'
import type { InboundRequest } from './requests.ts'
import type { SignupRequest } from './signup.ts'
import type { viewMessage, viewThread } from './view.ts'

export type SandboxMessage = ReturnType<typeof viewMessage>
export type SandboxThread = ReturnType<typeof viewThread>
export type SandboxFaults = NonNullable<SandboxOptions['faults']>

type CustomerChange = {
  phone: string
  name?: string
  username?: string | null
  hidden?: 'no' | 'omitted' | 'empty'
  reads?: boolean
  blocked?: boolean
  phoneNumberId?: string
}

const callsOf = (url: string) => {
  const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> => {
    const answer = await request(`${url}/sandbox/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const json = (await answer.body.json()) as T & { error?: string }
    if (answer.statusCode !== 200) throw new Error(`Sandbox ${path}: ${json.error ?? answer.statusCode}`)
    return json
  }
  return {
    get: <T>(path: string, query: Record<string, string | number | undefined> = {}) => {
      const given = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) if (value !== undefined) given.set(name, String(value))
      return call<T>('GET', `${path}?${given}`)
    },
    post: <T>(path: string, body: unknown) => call<T>('POST', path, body),
    remove: <T>(path: string) => call<T>('DELETE', path),
  }
}

/** Drives a running sandbox by its control API, for tests, benches and scripts. `url` as `startSandbox` gave it. */
export const createSandboxClient = (url: string) => {
  const { get, post, remove } = callsOf(url.replace(/\/+$/, ''))
  return {
    /** A customer writes; `text` alone is a text message, other types take `content`, and `media` with bytes. */
    write: (message: InboundRequest) => post<SandboxMessage>('inbound', message),
    burst: (input: { count: number; customers?: number; from?: string; text?: string; phoneNumberId?: string }) =>
      post<{ count: number; wamids: string[] }>('burst', input),
    react: (wamid: string, emoji?: string) => post<{ wamid: string }>('react', { wamid, emoji }),
    edit: (wamid: string, text: string) => post<{ wamid: string }>('edit', { wamid, text }),
    revoke: (wamid: string) => post<{ wamid: string }>('revoke', { wamid }),
    /** Makes or changes a customer: name, username, hidden number, read marks, blocking the business. */
    customer: (change: CustomerChange) => post<Customer>('customers', change),
    /** The customer opens the chat; what was delivered becomes read. */
    read: (waId: string, phoneNumberId?: string) => post<{ success: true }>('read', { waId, phoneNumberId }),
    threads: async (phoneNumberId?: string) =>
      (await get<{ data: SandboxThread[] }>('threads', { phoneNumberId })).data,
    messages: async (of: { phoneNumberId?: string; waId?: string; limit?: number } = {}) =>
      (await get<{ data: SandboxMessage[] }>('messages', of)).data,
    mails: async (to?: string) => (await get<{ data: Mail[] }>('mails', { to })).data,
    clearMails: () => remove('mails'),
    /** How often each `biz_opaque_callback_data` reached the sandbox. */
    log: () => get<{ total: number; repeated: string[]; received: Record<string, number> }>('log'),
    clearLog: () => remove('log'),
    /** Changes faults, limits and the callback address while it runs. */
    settings: (change: SandboxFaults & { callbackUrl?: string | null }) =>
      post<{ callbackUrl: string | null }>('settings', change),
    resetSettings: () => remove('settings'),
    /** Sends a webhook of any field; with a phone number id the value gets its metadata. */
    webhook: (input: { field: string; value: Record<string, unknown>; wabaId?: string; phoneNumberId?: string }) =>
      post('webhook', input),
    /** Sends a whole body as it is, signed. */
    rawWebhook: (body: Record<string, unknown>, wabaId?: string) => post('raw-webhook', { body, wabaId }),
    template: (change: { id: string; status?: string; quality?: string; category?: string; reason?: string }) =>
      post('template', change),
    number: (change: {
      id: string
      qualityRating?: string
      messagingLimit?: string
      registered?: boolean
      status?: string
      nameStatus?: string
      pin?: string | null
    }) => post('number', change),
    /** What Meta thinks of an account, whether it can be billed, and whether the app hears of it. */
    account: (change: { id: string; verification?: string; unpaid?: boolean; subscribed?: boolean }) =>
      post('account', change),
    /** The webhook fields that the app is subscribed to; null are all of them. */
    app: (change: { fields: string[] | null }) => post('app', change),
    /** Revokes a token or makes it valid again, until a second of 1970's count; the configured one when none is named. */
    token: (valid: boolean, token?: string, expiresAt?: number) => post('token', { valid, token, expiresAt }),
    /** A code of the embedded signup, good once and for 30 seconds. */
    code: (wabaIds: string[]) => post<{ code: string }>('code', { wabaIds }),
    /** Plays what someone does in the window of the embedded signup. */
    signup: (input: SignupRequest = {}) =>
      post<{
        event: string
        data: { waba_id?: string; phone_number_id?: string; business_id?: string; current_step?: string }
        code: string | null
      }>('signup', input),
    /** Has Graph calls refused whose path holds a text, the next one unless `times` says more. */
    refuse: (refusal: { path: string; method?: 'GET' | 'POST'; code: number; http?: number; times?: number }) =>
      post('refusals', refusal),
    clearRefusals: () => remove('refusals'),
    /** What of its phone app a number was asked for, as often as it was. */
    syncsOf: async (id: string) => (await get<{ data: string[] }>('number-syncs', { id })).data,
    state: () => get<Record<string, unknown>>('state'),
  }
}

export type SandboxClient = ReturnType<typeof createSandboxClient>
