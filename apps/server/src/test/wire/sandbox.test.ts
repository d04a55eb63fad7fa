import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createSandboxClient, type SandboxOptions, startSandbox } from '@recado/sandbox'
import { request } from 'undici'
import { expect, it, vi } from 'vitest'
import { soon } from '../database.ts'
import { signed } from '../webhooks.ts'
import { openRecording, type Recording } from './recorded-calls.ts'

// The stand-in for Meta's API as the product and its tests know it: what it answers, and what it delivers.

const wabaId = '201000000000001'
const numberId = '301000000000001'
const templateId = '401000000000001'
const appId = '900100200300400'
const businessId = '900500600700800'
const appSecret = 'test-secret'
const accessToken = 'test-token'
const ana = '5511987650001'
const HOUR_MS = 60 * 60 * 1000

const options: SandboxOptions = {
  appSecret,
  accessToken,
  verifyToken: 'verify',
  accounts: [
    {
      id: wabaId,
      subscribed: true,
      phoneNumbers: [{ id: numberId, displayPhoneNumber: '+55 11 4002-8922', verifiedName: 'Aurora' }],
      templates: [
        {
          id: templateId,
          name: 'order_ready',
          language: 'pt_BR',
          category: 'UTILITY',
          components: [
            { type: 'BODY', text: 'Oi {{1}}, o pedido {{2}} chegou.' },
            { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Ver', url: 'https://aurora.example/{{1}}' }] },
          ],
        },
      ],
    },
  ],
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const patterns = {
  wamid: /wamid\.[A-Za-z0-9+/]{40,}=*/,
  trace: /(?<="fbtrace_id":")[\w-]+/,
  code: new RegExp(`SBX${uuid}`),
  bearer: /SANDBOX[0-9a-f]{32}/,
  handle: /4::[A-Za-z0-9+/]+=*/,
  link: /(?<![0-9A-F])[0-9A-F]{14}(?![0-9A-F])/,
  number: /(?<!\d)\d{15}(?!\d)/,
}
const hashOfFile = createHash('sha256').update('olá').digest('hex')
const kept = [wabaId, numberId, templateId, appId, businessId, hashOfFile]

type Send = { body?: unknown; headers?: Record<string, string>; token?: string | null }

const openCalls = (url: string, { note }: Recording) => {
  const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, name: string, sent: Send = {}) => {
    const { body, headers = {}, token = accessToken } = sent
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const answer = await request(path.startsWith('http') ? path : `${url}${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const noted = { statusCode: answer.statusCode, headers: answer.headers, body: await answer.body.text() }
    return note(name, `${method} ${path}`, noted)
  }
  return {
    get: (name: string, path: string, sent?: Send) => call('GET', path, name, sent),
    post: (name: string, path: string, body?: unknown, sent: Send = {}) => call('POST', path, name, { body, ...sent }),
    remove: (name: string, path: string, body?: unknown) => call('DELETE', path, name, { body }),
    control: (name: string, path: string, body: unknown = {}) =>
      call('POST', `/sandbox/${path}`, name, { body, token: null }),
    send: (name: string, message: object) =>
      call('POST', `/v25.0/${numberId}/messages`, name, {
        body: { messaging_product: 'whatsapp', to: ana, ...message },
      }),
  }
}
type Calls = ReturnType<typeof openCalls>

const text = (body = 'oi') => ({ type: 'text', text: { body } })
const bodyPart = (...texts: string[]) => ({
  type: 'body',
  parameters: texts.map((value) => ({ type: 'text', text: value })),
})
const urlButton = { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'A-19' }] }
const order = (components: object[], name = 'order_ready') => ({
  type: 'template',
  template: { name, language: { code: 'pt_BR' }, components },
})
const buttons = (count: number) => ({
  type: 'interactive',
  interactive: {
    type: 'button',
    body: { text: 'Qual?' },
    action: {
      buttons: Array.from({ length: count }, (_, index) => ({
        type: 'reply',
        reply: { id: `b${index}`, title: `Opção ${index}` },
      })),
    },
  },
})

const recordSends = async ({ send, control, post }: Calls) => {
  await send('a text outside of the window', text())
  await send('a template outside of the window', order([bodyPart('Ana', 'A-19'), urlButton]))
  const { wamid } = JSON.parse(
    (await control('a customer writes', 'inbound', { from: ana, name: 'Ana', text: 'oi' })).body,
  )
  const link = 'https://a.example/a'
  for (const [name, message] of Object.entries({
    'a text': { ...text('olá 👋'), biz_opaque_callback_data: 'msg_1' },
    'an answer to a message': { ...text(), context: { message_id: wamid } },
    'a reaction': { type: 'reaction', reaction: { message_id: wamid, emoji: '👍' } },
    'an image by its address': { type: 'image', image: { link: `${link}.png`, caption: 'foto' } },
    'a place': { type: 'location', location: { latitude: -8.05, longitude: -34.9, name: 'Loja' } },
    'a contact': { type: 'contacts', contacts: [{ name: { formatted_name: 'Bia', first_name: 'Bia' } }] },
    'three buttons': buttons(3),
    'four buttons': buttons(4),
    'a read mark': { status: 'read', message_id: wamid, typing_indicator: { type: 'text' } },
    'a read mark of nothing': { status: 'read', message_id: 'wamid.none' },
    'no product': { messaging_product: 'sms', ...text() },
    'an unknown type': { type: 'hologram', hologram: {} },
    'an empty text': text(''),
    'a long text': text('x'.repeat(4097)),
    'media without a source': { type: 'image', image: {} },
    'media of an unknown id': { type: 'image', image: { id: '1' } },
    'a caption on audio': { type: 'audio', audio: { link: `${link}.ogg`, caption: 'x' } },
    'a place off the globe': { type: 'location', location: { latitude: 91, longitude: 0 } },
    'a contact without a name part': { type: 'contacts', contacts: [{ name: { formatted_name: 'A' } }] },
    'a reaction to nothing': { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } },
    'to oneself': { ...text(), to: '+55 11 4002-8922' },
    'to nobody': { ...text(), to: '' },
    'a template with too few values': order([bodyPart('Ana'), urlButton]),
    'a template without its button': order([bodyPart('Ana', 'A-19')]),
    'a template with a line break': order([bodyPart('Ana', 'two\nlines'), urlButton]),
    'a template with another button': order([bodyPart('Ana', 'A-19'), { ...urlButton, sub_type: 'quick_reply' }]),
    'a template with too long a value': order([bodyPart('Ana', 'x'.repeat(1020)), urlButton]),
    'a template that is none': order([], 'no_such'),
  }))
    await send(name, message)
  for (const ending of ['1026', '0429', '1048', '1056', '5000', '5001', '5020']) {
    const to = `551198765${ending}`
    await control(`the customer ${ending} writes`, 'inbound', { from: to, text: 'oi' })
    await send(`to ${ending}`, { ...text(), to })
    await send(`to ${ending} again`, { ...text(), to })
  }
  const path = `/v25.0/${numberId}/messages`
  await post('a text by another version and a slash', `/v16.0/${numberId}/messages/`, {
    messaging_product: 'whatsapp',
    to: `+${ana}`,
    ...text(),
  })
  const form = new URLSearchParams({ messaging_product: 'whatsapp', to: ana, type: 'text', text: '{"body":"oi"}' })
  const formType = { 'content-type': 'application/x-www-form-urlencoded' }
  await post('a text by a form', path, String(form), { headers: formType })
  await post('a broken body', path, '{broken')
  await post('a text by another token', path, text(), { token: 'nope' })
  await post('a text without a token', path, text(), { token: null })
  await post('a text of another number', '/v25.0/301000000000009/messages', text())
  await control('the account pauses a template', 'template', { id: templateId, status: 'PAUSED' })
  await send('a template that is paused', order([bodyPart('Ana', 'A-19'), urlButton]))
  await control('the number loses its registration', 'number', { id: numberId, registered: false })
  await send('a text of a number that is not registered', text())
}

const recordNodes = async ({ get, post, remove }: Calls) => {
  const number = `/v25.0/${numberId}`
  const account = `/v25.0/${wabaId}`
  await get('a number', number)
  await get('some fields of a number', `${number}?fields=id,status,name_status,health_status,is_pin_enabled`)
  await post('a pin', number, { pin: '123456' })
  await post('a pin that is too short', number, { pin: '12' })
  await post('another address for webhooks', number, {
    webhook_configuration: { override_callback_uri: 'https://a.example/hook', verify_token: 'x' },
  })
  await post('registering with another pin', `${number}/register`, { messaging_product: 'whatsapp', pin: '654321' })
  await post('registering', `${number}/register`, { messaging_product: 'whatsapp', pin: '123456' })
  await post('asking for a code', `${number}/request_code`, { code_method: 'SMS', language: 'pt_BR' })
  await post('a code that is wrong', `${number}/verify_code`, { code: '000000' })
  await post('a profile', `${number}/whatsapp_business_profile`, { messaging_product: 'whatsapp', about: 'Doces' })
  await post('a profile with too long a text', `${number}/whatsapp_business_profile`, { about: 'x'.repeat(140) })
  await get('the profile', `${number}/whatsapp_business_profile`)
  await get('a field of the profile', `${number}/whatsapp_business_profile?fields=about`)
  await post('settings', `${number}/settings`, { calling: { status: 'ENABLED' } })
  await get('the settings', `${number}/settings`)
  await post('ice breakers', `${number}/conversational_automation`, { prompts: ['Oi'], commands: [] })
  await post('too many ice breakers', `${number}/conversational_automation`, { prompts: ['1', '2', '3', '4', '5'] })
  await post('a short link', `${number}/message_qrdls`, { prefilled_message: 'Oi', generate_qr_image: 'SVG' })
  await post('a short link without a text', `${number}/message_qrdls`, {})
  await get('the short links', `${number}/message_qrdls`)
  await post('blocking a stranger', `${number}/block_users`, { block_users: [{ user: ana }] })
  await get('who is blocked', `${number}/block_users`)
  await remove('letting in', `${number}/block_users`, { block_users: [{ user: ana }] })
  await post('the past of a phone app that there is not', `${number}/smb_app_data`, { sync_type: 'history' })
  await post('deregistering', `${number}/deregister`)
  await get('what a number does not have', `${number}/nothing`)
  await get('an account', account)
  await get('some fields of an account', `${account}?fields=id,name,health_status,business_verification_status`)
  await get('the numbers of an account', `${account}/phone_numbers?limit=1`)
  await post('a new number', `${account}/phone_numbers`, {
    cc: '55',
    phone_number: '8130304040',
    verified_name: 'Loja',
  })
  await post('a new number without digits', `${account}/phone_numbers`, {})
  await get('subscribed apps', `${account}/subscribed_apps`)
  await remove('unsubscribing', `${account}/subscribed_apps`)
  await post('subscribing', `${account}/subscribed_apps`, { override_callback_uri: 'https://a.example/hook' })
  await get('subscribed apps after it', `${account}/subscribed_apps`)
  await get('accounts of the business', `/v25.0/${businessId}/owned_whatsapp_business_accounts`)
  await get('me', '/v25.0/me')
  const asApp = { token: `${appId}|${appSecret}` }
  await get('what the app hears of', `/v25.0/${appId}/subscriptions`, asApp)
  await get('what the app hears of, by another token', `/v25.0/${appId}/subscriptions`)
  const subscription = { object: 'whatsapp_business_account', callback_url: 'https://a.example', verify_token: 'x' }
  await post('the app subscribes', `/v25.0/${appId}/subscriptions`, { ...subscription, fields: 'messages' }, asApp)
  await post('the app subscribes to nothing', `/v25.0/${appId}/subscriptions`, {}, asApp)
  await get('a token', `/v25.0/debug_token?input_token=${accessToken}`, asApp)
  await get('a token that is none', '/v25.0/debug_token?input_token=none', asApp)
  await get('what is not there', '/v25.0/1234567')
  await get('without a token', number, { token: null })
  await get('with another token', number, { token: 'nope' })
}

const recordTemplates = async ({ get, post, remove }: Calls) => {
  const path = `/v25.0/${wabaId}/message_templates`
  const components = [{ type: 'BODY', text: 'Oi {{1}}, tudo certo hoje?', example: { body_text: [['Ana']] } }]
  const given = { name: 'welcome', language: 'pt_BR', category: 'UTILITY', components }
  const { id } = JSON.parse((await post('a template', path, given)).body)
  await post('the same template again', path, given)
  await post('in another category', path, { ...given, language: 'en_US', category: 'MARKETING' })
  await post('with a name that is none', path, { ...given, name: 'Welcome!' })
  await post('in a language that is none', path, { ...given, name: 'other', language: 'portuguese' })
  await post('of a category that is none', path, { ...given, name: 'other', category: 'NEWS' })
  await post('without examples', path, {
    ...given,
    name: 'other',
    components: [{ type: 'BODY', text: 'Oi {{1}}, tudo?' }],
  })
  await post('without a body', path, { ...given, name: 'other', components: [] })
  await get('templates', `${path}?limit=1`)
  await get('templates by name', `${path}?name=order&fields=id,name,quality_score,rejected_reason,health_status`)
  await get('one template', `/v25.0/${templateId}`)
  await post('a change of what is reviewed', `/v25.0/${id}`, { components })
  await post('a change of the category', `/v25.0/${templateId}`, { category: 'MARKETING', components })
  await post('a change', `/v25.0/${templateId}`, { components })
  await post('going on', `/v25.0/${templateId}/unpause`)
  await get('counts of templates before they are counted', `/v25.0/${wabaId}/template_analytics`)
  await post('counting templates', `/v25.0/${wabaId}?is_enabled_for_insights=true`)
  const day = 86_400
  const today = Math.floor(Date.now() / 1000 / day) * day
  const range = `start=${today - day}&end=${today + day}&granularity=DAILY`
  await get('counts of templates', `/v25.0/${wabaId}/template_analytics?${range}&template_ids=["${templateId}"]`)
  await get('counts of no templates', `/v25.0/${wabaId}/template_analytics?${range}`)
  await get('ready texts', '/v25.0/message_template_library?language=en_US&search=payment')
  await remove('deleting a template', `${path}?name=order_ready`)
  await remove('deleting it again', `${path}?name=order_ready`)
  await post('a name that is locked', path, { ...given, name: 'order_ready' })
}

const multipart = (fields: Record<string, string>, file: { type: string; bytes: string }) => {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  return `${parts.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: ${file.type}\r\n\r\n${file.bytes}\r\n--b--\r\n`
}

const recordMedia = async ({ get, post, remove }: Calls) => {
  const path = `/v25.0/${numberId}/media`
  const headers = { 'content-type': 'multipart/form-data; boundary=b' }
  const file = { type: 'text/plain', bytes: 'olá' }
  const whatsapp = { messaging_product: 'whatsapp' }
  const { id } = JSON.parse((await post('a file', path, multipart(whatsapp, file), { headers })).body)
  await post('a file without a product', path, multipart({}, file), { headers })
  await post('no file', path, whatsapp)
  await post('a file of another type', path, multipart(whatsapp, { ...file, type: 'audio/webm' }), { headers })
  const large = { type: 'image/webp', bytes: 'x'.repeat(600 * 1024) }
  await post('too large a file', path, multipart(whatsapp, large), { headers })
  const { url } = JSON.parse((await get('its address', `/v25.0/${id}`)).body)
  await get('its bytes', url)
  await get('its bytes without a token', url, { token: null })
  await remove('deleting it', `/v25.0/${id}`)
  await get('its address after it', `/v25.0/${id}`)
  await get('its bytes after it', url)
  const upload = `/v25.0/${appId}/uploads?file_name=a.png&file_length=6&file_type=image/png`
  const opened = JSON.parse((await post('an upload in parts', upload)).body)
  const part = (offset: number) => ({
    headers: { file_offset: String(offset), 'content-type': 'application/octet-stream' },
  })
  await post('the first part', `/v25.0/${opened.id}`, 'abc', part(0))
  await post('the first part again', `/v25.0/${opened.id}`, 'abc', part(0))
  await get('how much is there', `/v25.0/${opened.id}`)
  await post('the last part', `/v25.0/${opened.id}`, 'def', part(3))
  await post('an upload of no type', `/v25.0/${appId}/uploads?file_length=6&file_type=text/html`)
  await post('an upload of no length', `/v25.0/${appId}/uploads?file_type=image/png`)
}

const recordControl = async ({ get, post, remove, control }: Calls) => {
  const read = (name: string, path: string) => get(name, `/sandbox/${path}`, { token: null })
  await read('the state', 'state')
  await control('a customer', 'customers', { phone: ana, name: 'Ana', username: 'ana', reads: false })
  const { wamid } = JSON.parse((await control('writing', 'inbound', { from: ana, text: 'oi' })).body)
  const media = { base64: Buffer.from('olá').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' }
  const sent = JSON.parse((await control('sending a file', 'inbound', { from: ana, type: 'document', media })).body)
  await read('the file', `media/${sent.message.document.id}`)
  await read('a file that is not there', 'media/1')
  await control('reacting', 'react', { wamid, emoji: '👍' })
  await control('changing a message', 'edit', { wamid, text: 'olá' })
  await control('deleting a message', 'revoke', { wamid })
  await control('deleting what is not there', 'revoke', { wamid: 'wamid.none' })
  await control('reading', 'read', { waId: ana })
  // Threads are listed by the time of their last message: the next ones are later than the ones before.
  await new Promise((resolve) => setTimeout(resolve, 5))
  await control('many messages', 'burst', { count: 3, customers: 2 })
  const at = Date.now() - 48 * HOUR_MS
  const old = { wamid: 'wamid.old-one', direction: 'out', content: { body: 'antes' }, at }
  await control('a past', 'history', { phone: '5511987650002', name: 'Bia', messages: [old] })
  await read('customers', 'customers')
  await read('threads', `threads?phoneNumberId=${numberId}&limit=10`)
  await read('messages of a thread', `messages?phoneNumberId=${numberId}&waId=${ana}`)
  await read('what was received', 'log')
  await read('mails', 'mails?to=ana@example.test')
  await control('a change of a number', 'number', { id: numberId, qualityRating: 'RED', messagingLimit: 'TIER_2K' })
  await control('a change of an account', 'account', { id: wabaId, verification: 'not_verified', unpaid: true })
  await control('an account that is none', 'account', { id: '1' })
  await control('a change of a template', 'template', { id: templateId, status: 'REJECTED', reason: 'SCAM' })
  await control('a template that is none', 'template', { id: '1' })
  await control('what the app hears of', 'app', { fields: ['messages'] })
  await control('settings', 'settings', { duplicate: 0.5, batchSize: 10 })
  await control('settings that are none', 'settings', { duplicate: 2 })
  await remove('the usual settings', '/sandbox/settings')
  await control('a refusal to come', 'refusals', { path: `/${numberId}`, code: 131000, http: 500, times: 1 })
  await get('a call that is refused', `/v25.0/${numberId}`)
  await get('the call after it', `/v25.0/${numberId}`)
  await remove('no refusals', '/sandbox/refusals')
  const { code } = JSON.parse((await control('a code', 'code', { wabaIds: [wabaId] })).body)
  const exchange = (secret: string) =>
    `/v25.0/oauth/access_token?client_id=${appId}&client_secret=${secret}&code=${code}`
  await get('a code with another secret', exchange('nope'), { token: null })
  const bearer = JSON.parse((await get('a code for a token', exchange(appSecret), { token: null })).body)
  await get('a code twice', exchange(appSecret), { token: null })
  await get('an account by that token', `/v25.0/${wabaId}`, { token: bearer.access_token })
  const signup = JSON.parse((await control('a signup', 'signup', { name: 'Loja' })).body)
  await get('another account by that token', `/v25.0/${signup.data.waba_id}`, { token: bearer.access_token })
  await control('a signup of a phone app', 'signup', { name: 'Feira', coexistence: true })
  await control('a signup that was left', 'signup', { outcome: 'cancel' })
  await control('a signup that failed', 'signup', { outcome: 'error' })
  await control('a token that ends', 'token', { valid: false })
  await get('a call by it', `/v25.0/${numberId}`)
  await read('calls of a phone app', `number-syncs?id=${numberId}`)
  await control('a call that is none', 'nothing')
  await post('a body of another type', '/sandbox/inbound', 'a=b', { headers: { 'content-type': 'text/plain' } })
  await post('a broken body', '/sandbox/inbound', '{')
  for (const list of ['messages', 'mails', 'log']) await remove(`no ${list}`, `/sandbox/${list}`)
  await read('threads after it', 'threads')
  await get('a page of another name', '/phone', { token: null, headers: { host: 'evil.example' } })
}

it('the sandbox answers as it was recorded', async () => {
  for (const [name, record] of Object.entries({
    'sandbox-sends': recordSends,
    'sandbox-nodes': recordNodes,
    'sandbox-templates': recordTemplates,
    'sandbox-media': recordMedia,
    'sandbox-control': recordControl,
  })) {
    const sandbox = await startSandbox({ ...options, reviewMs: HOUR_MS, faults: { statuses: false } })
    try {
      const recording = openRecording(name, { patterns, kept })
      await record(openCalls(sandbox.url, recording))
      recording.compare()
    } finally {
      await sandbox.close()
    }
  }
})

/** An address that keeps every webhook, with the headers it came with. */
const openCallback = async () => {
  const delivered: { headers: Record<string, string>; body: string }[] = []
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const isSigned = incoming.headers['x-hub-signature-256'] === signed(appSecret, bytes)
      const { 'content-type': type = '', 'user-agent': agent = '' } = incoming.headers
      delivered.push({
        headers: { 'content-type': type, 'user-agent': agent, signature: isSigned ? 'right' : 'wrong' },
        body: bytes.toString(),
      })
      response.writeHead(200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    delivered,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

it('the sandbox delivers webhooks as they were recorded', async () => {
  const callback = await openCallback()
  const quick = { statusDelaysMs: { sent: 5, delivered: 15, read: 30 }, reviewMs: 20 }
  const sandbox = await startSandbox({ ...options, ...quick, callbackUrl: callback.url })
  try {
    const recording = openRecording('sandbox-webhooks', { patterns, kept })
    const client = createSandboxClient(sandbox.url)
    let seen = 0
    /** Notes what something leads to, whatever comes first. */
    const after = async <T>(what: string, count: number, done: T): Promise<T> => {
      await vi.waitFor(() => expect(callback.delivered.length).toBeGreaterThanOrEqual(seen + count), soon)
      const webhooks = callback.delivered.slice(seen, seen + count).sort((a, b) => (a.body < b.body ? -1 : 1))
      for (const [index, { headers, body }] of webhooks.entries())
        recording.note(`${what}, ${index + 1}`, 'POST /hook', { statusCode: 200, headers, body })
      seen += count
      return done
    }
    const call = async (path: string, body: object) => {
      const answer = await request(`${sandbox.graphUrl}/v25.0${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return answer.body.text()
    }
    const send = (message: object) =>
      call(`/${numberId}/messages`, { messaging_product: 'whatsapp', to: ana, ...message })
    const { wamid } = await after('a text', 1, await client.write({ from: ana, name: 'Ana', text: 'olá 👋' }))
    const media = { base64: Buffer.from('olá').toString('base64'), mimeType: 'text/plain', fileName: 'a.txt' }
    await after('a file', 1, await client.write({ from: ana, type: 'document', media, replyTo: wamid }))
    await after('a type that is not supported', 1, await client.write({ from: ana, type: 'unsupported' }))
    await after('a message that goes out', 3, await send({ ...text(), biz_opaque_callback_data: 'msg_1' }))
    await after('a template that goes out', 3, await send(order([bodyPart('Ana', 'A-19'), urlButton])))
    const failing = '5511987651026'
    await after('another customer', 1, await client.write({ from: failing, text: 'oi' }))
    await after('a message that fails', 1, await send({ ...text(), to: failing }))
    const components = [{ type: 'BODY', text: 'Bem-vindos à nossa loja.' }]
    const template = { name: 'welcome', language: 'pt_BR', category: 'UTILITY', components }
    await after('a review', 1, await call(`/${wabaId}/message_templates`, template))
    await after('a refused review', 1, await call(`/${wabaId}/message_templates`, { ...template, name: 'rejected' }))
    const paused = { id: templateId, quality: 'RED', status: 'PAUSED' }
    await after('a template that is paused', 2, await client.template(paused))
    recording.compare()
  } finally {
    await sandbox.close()
    await callback.close()
  }
})
