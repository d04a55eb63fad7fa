import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { createSandboxClient, startSandbox } from '@recado/sandbox'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createGraphClient, type GraphClientOptions } from './client.ts'
import { GraphError } from './graph-error.ts'

const wabaId = '201000000000001'
const number = '301000000000001'
const ana = '5511987650001'
const text = { type: 'text', to: ana, text: { body: 'oi' } }

const components = [{ type: 'BODY', text: 'Oi {{1}}, o pedido chegou.' }]
const templates = Array.from({ length: 230 }, (_, index) => ({
  name: `template_${index}`,
  language: 'pt_BR',
  category: 'UTILITY' as const,
  components,
}))

const openSandbox = async () => {
  const sandbox = await startSandbox({
    appSecret: 's',
    verifyToken: 'v',
    accessToken: 'good',
    accounts: [{ id: wabaId, phoneNumbers: [{ id: number, displayPhoneNumber: '+55 11 4002-8922' }], templates }],
  })
  onTestFinished(sandbox.close)
  const client = (change: Partial<GraphClientOptions> = {}) =>
    createGraphClient({ baseUrl: sandbox.graphUrl, version: 'v25.0', accessToken: 'good', ...change })
  return { sandbox, client, graph: client(), phone: createSandboxClient(sandbox.url) }
}

const failureOf = async (promise: Promise<unknown>): Promise<GraphError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(GraphError)
  return error as GraphError
}

const serve = async (answer: RequestListener): Promise<string> => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const clientOf = (baseUrl: string) => createGraphClient({ baseUrl, version: 'v25.0', accessToken: 'good' })

describe('calls', () => {
  it('reads and changes what a channel needs', async () => {
    const { graph } = await openSandbox()
    expect(await graph.listPhoneNumbers(wabaId)).toMatchObject([
      { id: number, quality_rating: 'GREEN', status: 'CONNECTED' },
    ])
    expect(await graph.getPhoneNumber(number, 'id,verified_name')).toEqual({ id: number, verified_name: 'Sandbox' })
    expect(await graph.getHealthStatus(number)).toMatchObject({ can_send_message: 'AVAILABLE' })
    expect(await graph.getAccount(wabaId)).toMatchObject({ id: wabaId, currency: 'BRL' })
    expect(await graph.debugToken('good')).toMatchObject({ is_valid: true })
    expect(await graph.listSubscribedApps(wabaId)).toEqual([])
    await graph.subscribe(wabaId, { callbackUrl: 'https://a.example/hook', verifyToken: 'v' })
    expect(await graph.listSubscribedApps(wabaId)).toMatchObject([{ overrideCallbackUri: 'https://a.example/hook' }])
    await graph.unsubscribe(wabaId)
    expect(await graph.listSubscribedApps(wabaId)).toEqual([])
    await graph.updateBusinessProfile(number, { about: 'Aberto', websites: ['https://a.example'] })
    expect(await graph.getBusinessProfile(number)).toMatchObject({ about: 'Aberto' })
    await graph.deregister(number)
    expect(await graph.getHealthStatus(number)).toMatchObject({ can_send_message: 'BLOCKED' })
    await graph.register(number, '123456')
  })

  it('follows the pages of the template list to the end', async () => {
    const { graph } = await openSandbox()
    const found = await graph.listTemplates(wabaId)
    expect(found.map(({ name }) => name)).toEqual(templates.map(({ name }) => name))
    expect(found[0]).toMatchObject({ status: 'APPROVED', components, parameter_format: 'POSITIONAL' })
  })

  it('reads a profile that is nested as well as a flat one', async () => {
    const url = await serve((_request, response) => response.end('{"data":[{"business_profile":{"about":"Nested"}}]}'))
    expect(await clientOf(url).getBusinessProfile(number)).toEqual({ about: 'Nested' })
  })

  it('sends, marks read, and says how Meta knows the number', async () => {
    const { graph, phone } = await openSandbox()
    const inbound = await phone.write({ from: '553187654321', text: 'oi' })
    await graph.markRead(number, inbound.wamid, true)
    const sent = await graph.sendMessage(number, { ...text, to: '553187654321', biz_opaque_callback_data: 'm1' })
    expect(sent).toMatchObject({ wamid: expect.stringMatching(/^wamid/), waId: '553187654321', messageStatus: null })
    expect(await phone.log()).toMatchObject({ received: { m1: 1 } })
  })
})

describe('media', () => {
  const file = { bytes: Buffer.from('some\r\nbytes'), mimeType: 'image/png', fileName: 'a".png' }
  const read = async (stream: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  it('goes up and comes down, checked against its checksum in hex or base64', async () => {
    const { graph } = await openSandbox()
    const { id } = await graph.uploadMedia(number, file)
    const info = await graph.getMediaUrl(id, number)
    expect(info).toMatchObject({ mimeType: 'image/png', fileSize: file.bytes.length })
    const hex = info.sha256 ?? ''
    for (const sha256 of [hex, hex.toUpperCase(), Buffer.from(hex, 'hex').toString('base64'), null]) {
      const { stream, mimeType } = await graph.downloadMedia({ url: info.url, maxBytes: 100, sha256 })
      expect([mimeType, await read(stream)]).toEqual(['image/png', file.bytes])
    }
    await graph.deleteMedia(id)
    expect((await failureOf(graph.getMediaUrl(id))).code).toBe(100)
  })

  it('refuses a wrong checksum and a file that is too large', async () => {
    const { graph } = await openSandbox()
    const { id } = await graph.uploadMedia(number, file)
    const { url } = await graph.getMediaUrl(id)
    const wrong = await graph.downloadMedia({ url, maxBytes: 100, sha256: 'a'.repeat(64) })
    expect((await failureOf(read(wrong.stream))).rule.errorClass).toBe('media')
    const large = await graph.downloadMedia({ url, maxBytes: 5 })
    expect((await failureOf(read(large.stream))).rule.errorClass).toBe('media')
    expect((await failureOf(graph.downloadMedia({ url: `${url}gone`, maxBytes: 5 }))).httpStatus).toBe(404)
  })

  it('never takes the token to another host', async () => {
    const seen: unknown[] = []
    const url = await serve((request, response) => {
      seen.push(request.headers)
      response.end('x')
    })
    const { graph } = await openSandbox()
    for (const address of [url, 'file:///etc/passwd', 'https://lookaside.fbsbx.com.evil.example/x', 'nonsense']) {
      expect((await failureOf(graph.downloadMedia({ url: address, maxBytes: 5 }))).rule.errorClass).toBe('media')
    }
    expect(seen).toEqual([])
  })
})

describe('what became of a send that failed', () => {
  it('was rejected when Meta says so, by its code whatever the status', async () => {
    const { graph, phone } = await openSandbox()
    expect(await failureOf(graph.sendMessage(number, text))).toMatchObject({
      code: 131047,
      fate: 'rejected',
      rule: { errorClass: 'window' },
    })
    await phone.write({ from: '5511987655000', text: 'oi' })
    expect(await failureOf(graph.sendMessage(number, { ...text, to: '5511987655000' }))).toMatchObject({
      code: 131000,
      httpStatus: 500,
      fate: 'rejected',
      rule: { policy: 'retry' },
    })
  })

  it('is unknown after a gateway error without a word of Meta', async () => {
    const { graph, phone } = await openSandbox()
    await phone.write({ from: '5511987655020', text: 'oi' })
    const error = await failureOf(graph.sendMessage(number, { ...text, to: '5511987655020' }))
    expect(error).toMatchObject({ code: null, httpStatus: 502, fate: 'unknown' })
  })

  it('is unknown when no answer comes, though it went out', async () => {
    const { client, phone } = await openSandbox()
    await phone.write({ from: '5511987650504', text: 'oi' })
    const payload = { ...text, to: '5511987650504', biz_opaque_callback_data: 'm9' }
    expect((await failureOf(client({ timeoutMs: 1000 }).sendMessage(number, payload))).fate).toBe('unknown')
    expect((await phone.log()).received).toEqual({ m9: 1 })
  })

  it('is unknown when the connection breaks after the request was written', async () => {
    const sockets = new Set<Socket>()
    const server = createTcpServer((socket) => {
      sockets.add(socket)
      socket.once('data', () => socket.destroy())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect((await failureOf(clientOf(url).sendMessage(number, text))).fate).toBe('unknown')
  })

  it('counts as not sent when the connection is refused', async () => {
    const server = createTcpServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise((resolve) => server.close(resolve))
    const error = await failureOf(clientOf(`http://127.0.0.1:${port}`).sendMessage(number, text))
    expect(error).toMatchObject({ fate: 'not_sent', rule: { policy: 'retry', errorClass: 'transient' } })
  })

  it('is unknown when a success cannot be read', async () => {
    for (const body of ['', '<html>', '{}', '{"messages":[]}', '[]', 'null']) {
      const url = await serve((_request, response) => response.end(body))
      expect((await failureOf(clientOf(url).sendMessage(number, text))).fate, body).toBe('unknown')
    }
  })

  it('is rejected by a refusal of any other shape', async () => {
    for (const body of ['', 'nope', '{"error":"x"}', '{"error":{"code":null}}']) {
      const url = await serve((_request, response) => response.writeHead(400).end(body))
      expect(await failureOf(clientOf(url).sendMessage(number, text))).toMatchObject({ fate: 'rejected', code: null })
    }
  })

  it('does not read an answer without end', async () => {
    const url = await serve((_request, response) => {
      const more = () => {
        if (!response.destroyed) response.write('x'.repeat(1_000_000), () => setImmediate(more))
      }
      more()
    })
    const graph = createGraphClient({ baseUrl: url, version: '', accessToken: 'x', maxAnswerBytes: 2_000_000 })
    expect((await failureOf(graph.sendMessage(number, text))).fate).toBe('unknown')
  })
})

describe('errors', () => {
  it('carry what people and support need', async () => {
    const error = {
      message: 'm',
      code: 100,
      error_subcode: 2388024,
      error_user_title: 'T',
      error_user_msg: 'U',
      fbtrace_id: 'F',
    }
    const body = JSON.stringify({ error: { ...error, error_data: { details: 'D' } } })
    const url = await serve((_request, response) => response.writeHead(400).end(body))
    expect(await failureOf(clientOf(url).post('/x'))).toMatchObject({
      code: 2388024,
      details: 'D',
      userTitle: 'T',
      userMessage: 'U',
      fbtraceId: 'F',
      rule: { errorClass: 'template' },
    })
  })

  it('never repeat the token', async () => {
    const { client } = await openSandbox()
    const error = await failureOf(client({ accessToken: 'secret-token' }).getAccount(wabaId))
    expect(error).toMatchObject({ code: 190, rule: { policy: 'stop', errorClass: 'auth' } })
    expect(JSON.stringify(error) + error.stack).not.toContain('secret-token')
  })
})
