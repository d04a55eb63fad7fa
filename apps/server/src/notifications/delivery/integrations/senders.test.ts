import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ProviderError } from '@recado/providers/provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDeps } from '#server/test/app.ts'
import { providerPorts, senderFor } from './senders.ts'

const gateway = createServer((request, response) =>
  response.writeHead(400).end(`refused with ${JSON.stringify(request.headers)}`),
)
let world: Awaited<ReturnType<typeof createTestDeps>>
let baseUrl: string
beforeAll(async () => {
  world = await createTestDeps()
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
})
afterAll(async () => {
  gateway.close()
  await world.close()
})

test('secrets that a vendor repeats are in no error', async () => {
  const named = { channel: 'sms', providerId: 'generic-sms', organizationId: 'x' } as const
  const provider = senderFor(named)
  const ports = providerPorts(world.deps, named)
  const token = { authenticateByToken: true, authenticationTokenKey: 't', domain: baseUrl }
  const credentials = {
    baseUrl,
    apiKeyRequestHeader: 'x-key',
    apiKey: 'key-of-the-customer',
    secretKeyRequestHeader: 'x-secret',
    secretKey: 'secret-of-the-customer',
    from: '+5511',
  }
  const message = { channel: 'sms', id: 'm', to: '+5521', content: 'Hi' } as const
  const errors = [
    await provider?.send?.(credentials, message, ports).catch((error: unknown) => error),
    await provider?.check?.({ ...credentials, ...token }, ports).catch((error: unknown) => error),
  ]
  for (const error of errors) {
    if (!(error instanceof ProviderError)) throw new Error('no refusal')
    expect([error.kind, error.code]).toEqual(['refused', '400'])
    for (const text of [error.message, error.raw]) {
      expect(text).toContain('"x-key":"•••"')
      expect(text).not.toMatch(/(key|secret)-of-the-customer/)
    }
  }
})
