import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createClient, RecadoError, verifyWebhook, WebhookVerificationError } from '@recado/client'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CampaignHome, campaignsOf } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

// The client that is given out, against a running product.

const folder = fileURLToPath(new URL('../../../../../../packages/client', import.meta.url))
let world: WhatsappWorld
let home: CampaignHome
let url: string
let key: string

beforeAll(async () => {
  world = await startWhatsappWorld()
  home = await campaignsOf(world).home()
  await campaignsOf(world).people(home, 5)
  const scopes = ['messages:send', 'messages:read', 'contacts:read', 'contacts:write']
  const made = await home.browser.post('/api/v1/api-keys', {
    name: 'Client',
    scopes,
    addresses: [],
    expiresInDays: null,
  })
  key = made.json().secret
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world.close())

const template = { name: 'news', language: 'pt_BR', values: { 'body.1': 'Bia' } }

/** A server that fails as it is told before it lets requests through, and notes what it was asked. */
const startUnreliable = async (failures: (number | 'drop')[]) => {
  const asked: { path: string; key: string | undefined }[] = []
  const server = createServer(async (request, response) => {
    asked.push({ path: request.url ?? '', key: request.headers['idempotency-key'] as string | undefined })
    const failure = failures.shift()
    if (failure === 'drop') return request.socket.destroy()
    if (failure) return response.writeHead(failure, { 'retry-after': '0' }).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const headers = Object.entries(request.headers).filter(([name]) =>
      /^(authorization|content-type|idempotency)/.test(name),
    )
    const answer = await fetch(`${url}${request.url}`, {
      ...{ method: request.method ?? 'GET', headers: headers as [string, string][] },
      ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString() }),
    })
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    response.end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, asked, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('lists come to their end, and calls answer what the contract says', async () => {
  const recado = createClient({ url, key })
  const names: string[] = []
  for await (const { displayName } of recado.each('listContacts', { query: { limit: 2, search: 'Pessoa' } }))
    names.push(displayName)
  expect(names.toSorted()).toEqual([0, 1, 2, 3, 4].map((n) => `Pessoa ${n}`))
  const { contact } = await recado.createContact({ body: { name: 'Lia Prado', phone: '+351912003001' } })
  expect((await recado.getContact({ params: { id: contact.id } })).name).toBe('Lia Prado')
})

test('what fails on the way is repeated under the same key and done once', async () => {
  const between = await startUnreliable([503, 'drop', 429])
  const recado = createClient({ url: between.url, key, retries: 3 })
  const message = await recado.postMessage({ body: { type: 'template', to: '+351912003002', template } })
  expect(message.status).toBe('queued')
  expect(between.asked).toHaveLength(4)
  expect(new Set(between.asked.map((one) => one.key)).size).toBe(1)
  await recado.listContacts()
  expect(between.asked.at(-1)?.key).toBeUndefined()
  await between.close()
})

test('what is refused is not repeated, and says why', async () => {
  const between = await startUnreliable([])
  const recado = createClient({ url: between.url, key })
  const refused = recado.postMessage({ body: { type: 'text', to: '+351912003003', body: 'Hello' } })
  await expect(refused).rejects.toBeInstanceOf(RecadoError)
  const { status, code, problem } = await refused.then(
    () => expect.unreachable(),
    (error: RecadoError) => error,
  )
  expect([status, code, problem.data?.['templates']]).toEqual([
    ...[422, 'window_closed', expect.arrayContaining([{ name: 'news', language: 'pt_BR' }])],
  ])
  expect(between.asked).toHaveLength(1)
  await expect(createClient({ url, key: 'rk_live_unknown' }).listContacts()).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  await between.close()
})

test('a caller that has lost interest is not kept waiting', async () => {
  const between = await startUnreliable(Array.from({ length: 20 }, () => 503))
  const controller = new AbortController()
  const waiting = createClient({ url: between.url, key, retries: 20 }).listContacts({}, { signal: controller.signal })
  controller.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await between.close()
})

describe('webhooks', () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const body = JSON.stringify({ type: 'message.received', timestamp: '2026-11-28T12:00:00Z', data: { text: 'Olá 👋' } })
  const signed = (at: Date, by = secret) => ({
    ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(at.getTime() / 1000)) },
    'webhook-signature': new Webhook(by).sign('msg_1', at, body),
  })

  test('of the stock signer are taken as texts and bytes, with any kind of headers', async () => {
    const headers = signed(new Date())
    const event = { type: 'message.received', data: { text: 'Olá 👋' } }
    expect(await verifyWebhook({ secret, headers, body })).toMatchObject(event)
    const bytes = new TextEncoder().encode(body)
    expect(await verifyWebhook({ secret, headers: new Headers(headers), body: bytes })).toMatchObject(event)
    const former = signed(new Date(), `whsec_${Buffer.alloc(24, 8).toString('base64')}`)['webhook-signature']
    const rotated = { ...headers, 'webhook-signature': `${former} ${headers['webhook-signature']}` }
    expect(await verifyWebhook({ secret, headers: rotated, body })).toMatchObject(event)
  })

  test.each([
    ['changed', { body: body.replace('Olá', 'Alô') }],
    ['old', { headers: signed(new Date(Date.now() - 3_600_000)) }],
    ['by another secret', { headers: signed(new Date(), `whsec_${Buffer.alloc(24, 8).toString('base64')}`) }],
    ['unsigned', { headers: {} }],
    ['signed with nonsense', { headers: { ...signed(new Date()), 'webhook-signature': 'v1,%%% v1, v2,abc' } }],
  ])('that are %s are not', async (_name, changes) => {
    const delivery = { secret, headers: signed(new Date()), body, ...changes }
    await expect(verifyWebhook(delivery)).rejects.toBeInstanceOf(WebhookVerificationError)
  })
})

test('the examples of its README run', async () => {
  const blocks = [...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = '']) => code,
  )
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const [now, body] = [new Date(), JSON.stringify({ type: 'message.read', data: {} })]
  const env = {
    ...{ RECADO_URL: url, RECADO_KEY: key, TO: '+351912003004', WEBHOOK_SECRET: secret, ID: 'msg_1', BODY: body },
    ...{ TIME: String(Math.floor(now.getTime() / 1000)), SIGNATURE: new Webhook(secret).sign('msg_1', now, body) },
  }
  const outputs: string[] = []
  for (const code of blocks) {
    const flags = ['--conditions=recado-source', '--input-type=module-typescript', '--eval', code]
    outputs.push((await promisify(execFile)(process.execPath, flags, { cwd: folder, env })).stdout.trim())
  }
  expect(outputs).toEqual(['queued', expect.stringMatching(/^\d+$/), 'send a template instead', 'message.read'])
})
