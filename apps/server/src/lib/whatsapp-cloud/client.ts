import { setTimeout } from 'node:timers/promises'
import { Agent, type Dispatcher } from 'undici'
import { downloadMedia, type MediaDownload } from './download-media.ts'
import { GraphError } from './graph-error.ts'
import { type GraphTransport, requestGraphJson } from './graph-request.ts'
import type {
  AccountNode,
  BusinessProfile,
  BusinessProfileChange,
  HealthStatus,
  MediaInfo,
  MessagePayload,
  PhoneNumberNode,
  SentMessage,
  SubscribedApp,
  TemplateNode,
  TokenInfo,
} from './graph-types.ts'
import { multipartBody, type UploadFile } from './multipart-body.ts'

export type GraphClientOptions = {
  /** `https://graph.facebook.com`, or the address of a stand-in. A path in it is kept. */
  baseUrl: string
  /** For example `v25.0`; empty for none. */
  version: string
  accessToken: string
  /** Shared connection pool; a shared default when absent. */
  dispatcher?: Dispatcher
  /** Hosts (`*.` for subdomains) that media is fetched from with the token. Default: Meta's, or the base address's own. */
  mediaHosts?: readonly string[]
  /** Milliseconds until the answer must begin, and between its parts. Default 30 s. */
  timeoutMs?: number
  /** Asks again for what Meta did not answer, as long as a person would wait: reading changes nothing. */
  patient?: boolean
  /** Largest JSON answer in bytes. Default 10 MB. */
  maxAnswerBytes?: number
}

const metaMediaHosts = ['graph.facebook.com', '*.fbsbx.com', '*.fbcdn.net', '*.whatsapp.net', '*.whatsapp.com']

const phoneNumberFields =
  'id,verified_name,display_phone_number,quality_rating,code_verification_status,name_status,status,throughput,platform_type,account_mode,is_on_biz_app,whatsapp_business_manager_messaging_limit,webhook_configuration'
const accountFields =
  'id,name,currency,timezone_id,country,account_review_status,business_verification_status,ownership_type'
const templateFields =
  'id,name,status,category,language,components,quality_score,rejected_reason,parameter_format,message_send_ttl_seconds'
const profileFields = 'about,address,description,email,websites,vertical,profile_picture_url'

let sharedAgent: Agent | undefined
const defaultDispatcher = () => {
  sharedAgent ??= new Agent({ connections: 512, pipelining: 1, keepAliveTimeout: 10_000, connect: { timeout: 10_000 } })
  return sharedAgent
}

type Page<T> = { data?: T[]; paging?: { cursors?: { after?: string }; next?: string } }
type Success = { success?: boolean }

const enc = encodeURIComponent

const transportOf = (options: GraphClientOptions): GraphTransport & { prefix: string } => {
  const base = new URL(options.baseUrl)
  const path = base.pathname.replace(/\/+$/, '')
  return {
    dispatcher: options.dispatcher ?? defaultDispatcher(),
    origin: base.origin,
    prefix: options.version ? `${path}/${options.version}` : path,
    authorization: `Bearer ${options.accessToken}`,
    headersTimeoutMs: options.timeoutMs ?? 30_000,
    bodyTimeoutMs: options.timeoutMs ?? 30_000,
    maxAnswerBytes: options.maxAnswerBytes ?? 10 * 1024 * 1024,
  }
}

type Calls = {
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, body?: unknown) => Promise<T>
  remove: <T>(path: string, body?: unknown) => Promise<T>
  all: <T>(path: string) => Promise<T[]>
}

const maxPages = 200

const incomplete = (what: string) => new GraphError({ message: `The answer lacks ${what}`, fate: 'unknown' })

const pausesMs = [300, 1200]
const PATIENCE_MS = 8000

/** Retries a read up to two times if no response came and the caller has not waited long. */
const patiently = async <T>(read: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  for (const pause of pausesMs) {
    try {
      return await read()
    } catch (error) {
      const isUnanswered = error instanceof GraphError && error.fate !== 'rejected'
      if (!isUnanswered || performance.now() - began > PATIENCE_MS) throw error
      await setTimeout(pause)
    }
  }
  return read()
}

const callsOf = (transport: GraphTransport & { prefix: string }, patient: boolean): Calls => {
  const json = { 'content-type': 'application/json' }
  const get = <T>(path: string) => {
    const read = () => requestGraphJson<T>(transport, { method: 'GET', path: transport.prefix + path })
    return patient ? patiently(read) : read()
  }
  return {
    get,
    post: (path, body = {}) =>
      requestGraphJson(transport, {
        method: 'POST',
        path: transport.prefix + path,
        headers: json,
        body: JSON.stringify(body),
      }),
    remove: (path, body) =>
      requestGraphJson(transport, {
        method: 'DELETE',
        path: transport.prefix + path,
        ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
      }),
    all: async <T>(path: string) => {
      const found: T[] = []
      let after = ''
      for (let page = 0; page < maxPages; page++) {
        const answer: Page<T> = await get(after ? `${path}&after=${enc(after)}` : path)
        if (!Array.isArray(answer.data)) throw incomplete('a list')
        found.push(...answer.data)
        const next = answer.paging?.cursors?.after
        if (!answer.paging?.next || !next || next === after) break
        after = next
      }
      return found
    },
  }
}

type MessageAnswer = {
  contacts?: { input?: string; wa_id?: string; user_id?: string }[]
  messages?: { id?: string; message_status?: string }[]
}

const sentMessage = (answer: MessageAnswer): SentMessage => {
  const message = answer.messages?.[0]
  if (!message?.id) throw incomplete('a message id')
  const contact = answer.contacts?.[0]
  return {
    wamid: message.id,
    messageStatus: message.message_status ?? null,
    waId: contact?.wa_id || null,
    userId: contact?.user_id || null,
    input: contact?.input ?? null,
  }
}

const messagingCalls = ({ post }: Calls) => ({
  /**
   * Sends one message. Resolving means accepted, never delivered. On a `GraphError` look at `fate` first: `unknown` must
   * not be sent again automatically, a status carrying `biz_opaque_callback_data` settles it.
   */
  sendMessage: async (phoneNumberId: string, payload: MessagePayload): Promise<SentMessage> =>
    sentMessage(await post(`/${enc(phoneNumberId)}/messages`, { messaging_product: 'whatsapp', ...payload })),

  /** Marks a message and everything before it as read; with `typing` also shows the typing bubble (25 s at most). */
  markRead: async (phoneNumberId: string, wamid: string, typing = false): Promise<void> => {
    const body = { messaging_product: 'whatsapp', status: 'read', message_id: wamid }
    await post(`/${enc(phoneNumberId)}/messages`, typing ? { ...body, typing_indicator: { type: 'text' } } : body)
  },
})

const mediaCalls = (calls: Calls, transport: GraphTransport & { prefix: string }, hosts: readonly string[]) => ({
  /** Uploads a file; the id lives 30 days. */
  uploadMedia: async (phoneNumberId: string, file: UploadFile): Promise<{ id: string }> => {
    const { contentType, body } = multipartBody({ messaging_product: 'whatsapp', type: file.mimeType }, file)
    const path = `${transport.prefix}/${enc(phoneNumberId)}/media`
    return requestGraphJson(transport, { method: 'POST', path, headers: { 'content-type': contentType }, body })
  },

  getMediaUrl: async (mediaId: string, phoneNumberId?: string): Promise<MediaInfo> => {
    const query = phoneNumberId ? `?phone_number_id=${enc(phoneNumberId)}` : ''
    type Answer = { id: string; url: string; mime_type?: string; sha256?: string; file_size?: number | string }
    const media = await calls.get<Answer>(`/${enc(mediaId)}${query}`)
    if (typeof media.url !== 'string') throw incomplete('an address')
    const size = Number(media.file_size)
    return {
      id: String(media.id ?? mediaId),
      url: media.url,
      mimeType: media.mime_type ?? null,
      sha256: media.sha256 ?? null,
      fileSize: Number.isFinite(size) ? size : null,
    }
  },

  downloadMedia: (download: MediaDownload) => downloadMedia(transport, hosts, download),

  /** Uploads a sample for a template by the app's resumable upload; answers its handle, which does not last. */
  uploadTemplateSample: async (appId: string, file: UploadFile): Promise<string> => {
    const facts = { file_name: file.fileName, file_length: String(file.bytes.length), file_type: file.mimeType }
    const opened = await calls.post<{ id?: string }>(`/${enc(appId)}/uploads?${new URLSearchParams(facts)}`)
    if (typeof opened.id !== 'string') throw incomplete('an upload')
    const { h: handle } = await requestGraphJson<{ h?: string }>(transport, {
      method: 'POST',
      path: `${transport.prefix}/${opened.id}`,
      headers: {
        authorization: transport.authorization.replace('Bearer', 'OAuth'),
        file_offset: '0',
        'content-type': 'application/octet-stream',
      },
      body: file.bytes,
    })
    if (typeof handle !== 'string') throw incomplete('a handle')
    return handle
  },

  deleteMedia: async (mediaId: string): Promise<void> => {
    await calls.remove(`/${enc(mediaId)}`)
  },
})

type ProfileAnswer = { data?: ((BusinessProfile & { business_profile?: BusinessProfile }) | null)[] }

const numberCalls = ({ get, post, all }: Calls) => ({
  listPhoneNumbers: (wabaId: string): Promise<PhoneNumberNode[]> =>
    all(`/${enc(wabaId)}/phone_numbers?limit=100&fields=${phoneNumberFields}`),

  getPhoneNumber: (phoneNumberId: string, fields = phoneNumberFields): Promise<PhoneNumberNode> =>
    get(`/${enc(phoneNumberId)}?fields=${enc(fields)}`),

  /** Of a phone number, an account or a template; null when Meta gives none. */
  getHealthStatus: async (nodeId: string): Promise<HealthStatus | null> =>
    (await get<{ health_status?: HealthStatus }>(`/${enc(nodeId)}?fields=health_status`)).health_status ?? null,

  /** Registers the number; the six-digit pin is set when the number has none, else it must match. Ten times in 72 h. */
  register: async (phoneNumberId: string, pin: string): Promise<void> => {
    await post<Success>(`/${enc(phoneNumberId)}/register`, { messaging_product: 'whatsapp', pin })
  },

  deregister: async (phoneNumberId: string): Promise<void> => {
    await post<Success>(`/${enc(phoneNumberId)}/deregister`)
  },

  getBusinessProfile: async (phoneNumberId: string): Promise<BusinessProfile> => {
    const answer = await get<ProfileAnswer>(`/${enc(phoneNumberId)}/whatsapp_business_profile?fields=${profileFields}`)
    const first = answer.data?.[0]
    return first?.business_profile ?? first ?? {}
  },

  updateBusinessProfile: async (phoneNumberId: string, change: BusinessProfileChange): Promise<void> => {
    await post<Success>(`/${enc(phoneNumberId)}/whatsapp_business_profile`, {
      messaging_product: 'whatsapp',
      ...change,
    })
  },
})

type BlockAnswer = {
  block_users?: { failed_users?: { input?: string; errors?: { code?: number; message?: string }[] }[] }
}

/** Who is blocked: digits, or a business-scoped user id. An answer of success may say that it failed for someone. */
const blockCalls = ({ post, remove }: Calls) => {
  const bodyOf = (recipient: string) => ({
    messaging_product: 'whatsapp',
    block_users: [/^\d+$/.test(recipient) ? { user: recipient } : { user_id: recipient }],
  })
  const assertDone = ({ block_users: done }: BlockAnswer) => {
    const error = done?.failed_users?.[0]?.errors?.[0]
    if (!done?.failed_users?.length) return
    throw new GraphError({ message: error?.message ?? 'Not blocked', fate: 'rejected', code: error?.code ?? null })
  }
  const path = (phoneNumberId: string) => `/${enc(phoneNumberId)}/block_users`
  return {
    /** Blocks a person who wrote within 24 hours; again it changes nothing. Error 131047 for others. */
    blockUser: async (phoneNumberId: string, recipient: string): Promise<void> =>
      assertDone(await post<BlockAnswer>(path(phoneNumberId), bodyOf(recipient))),

    unblockUser: async (phoneNumberId: string, recipient: string): Promise<void> =>
      assertDone(await remove<BlockAnswer>(path(phoneNumberId), bodyOf(recipient))),
  }
}

type AppEntry = {
  whatsapp_business_api_data?: { id?: string; name?: string }
  override_callback_uri?: string
}

const accountCalls = ({ get, post, remove, all }: Calls) => ({
  getAccount: (wabaId: string, fields = accountFields): Promise<AccountNode> =>
    get(`/${enc(wabaId)}?fields=${enc(fields)}`),

  /** What a token may do. Called with the client's own token, by default about itself. */
  debugToken: async (inputToken: string): Promise<TokenInfo> => {
    const { data } = await get<{ data?: TokenInfo }>(`/debug_token?input_token=${enc(inputToken)}`)
    if (typeof data?.is_valid !== 'boolean') throw incomplete('the facts about the token')
    return data
  },

  listSubscribedApps: async (wabaId: string): Promise<SubscribedApp[]> =>
    (await all<AppEntry>(`/${enc(wabaId)}/subscribed_apps?limit=100`)).map((app) => ({
      id: String(app.whatsapp_business_api_data?.id ?? ''),
      name: app.whatsapp_business_api_data?.name ?? null,
      overrideCallbackUri: app.override_callback_uri ?? null,
    })),

  /** Subscribes the token's app to the account; with an override its message webhooks go to that address. */
  subscribe: async (wabaId: string, override?: { callbackUrl: string; verifyToken: string }): Promise<void> => {
    const body = override ? { override_callback_uri: override.callbackUrl, verify_token: override.verifyToken } : {}
    await post<Success>(`/${enc(wabaId)}/subscribed_apps`, body)
  },

  unsubscribe: async (wabaId: string): Promise<void> => {
    await remove<Success>(`/${enc(wabaId)}/subscribed_apps`)
  },

  /** All templates of the account, over all pages. */
  listTemplates: (wabaId: string): Promise<TemplateNode[]> =>
    all(`/${enc(wabaId)}/message_templates?limit=100&fields=${templateFields}`),
})

/**
 * Client of the WhatsApp Cloud API for one access token. Every call resolves with data or rejects with a `GraphError`;
 * none repeats a request by itself. Ids are text. Cheap to create: connections live in the dispatcher.
 */
export const createGraphClient = (options: GraphClientOptions) => {
  const transport = transportOf(options)
  const calls = callsOf(transport, options.patient ?? false)
  const base = new URL(options.baseUrl)
  const hosts = options.mediaHosts ?? (base.host === 'graph.facebook.com' ? metaMediaHosts : [base.host])
  return {
    ...messagingCalls(calls),
    ...mediaCalls(calls, transport, hosts),
    ...numberCalls(calls),
    ...blockCalls(calls),
    ...accountCalls(calls),
    /** Any other call, for endpoints without a method of their own. The path begins with a slash. */
    get: calls.get,
    post: calls.post,
    remove: calls.remove,
  }
}

export type GraphClient = ReturnType<typeof createGraphClient>
