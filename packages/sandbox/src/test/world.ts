import { request } from 'undici'
import { onTestFinished, vi } from 'vitest'
import type { SandboxOptions } from '../config.ts'
import { createSandboxClient } from '../control/client.ts'
import { startSandbox } from '../sandbox.ts'
import { openCallback } from './callback.ts'

export const wabaId = '201000000000001'
export const phoneNumberId = '301000000000001'
export const token = 'test-token'
export const appSecret = 'test-secret'
export const ana = '5511987650001'

/** Waits until an expectation holds, as long as a busy machine takes to bring it. */
export const eventually = <T>(check: () => T): Promise<Awaited<T>> =>
  vi.waitFor(check, { interval: 20, timeout: 60_000 }) as Promise<Awaited<T>>

type Answer = {
  status: number
  json: Record<string, unknown> & { error?: { code: number; error_data?: { details: string } } }
}

const options: SandboxOptions = {
  appSecret,
  accessToken: token,
  verifyToken: 'verify',
  statusDelaysMs: { sent: 5, delivered: 15, read: 30 },
  reviewMs: 20,
  redelivery: { firstMs: 30, maxMs: 100 },
  accounts: [
    {
      id: wabaId,
      subscribed: true,
      phoneNumbers: [{ id: phoneNumberId, displayPhoneNumber: '+55 11 4002-8922', verifiedName: 'Aurora' }],
      templates: [
        {
          id: '401000000000001',
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

/** A sandbox of its own for one test, with a callback that keeps its webhooks; closed when the test ends. */
export const openWorld = async (change: Partial<SandboxOptions> = {}) => {
  const callback = await openCallback(appSecret)
  const sandbox = await startSandbox({ ...options, callbackUrl: callback.url, ...change })
  onTestFinished(async () => {
    await sandbox.close()
    await callback.close()
  })
  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const answer = await request(`${sandbox.graphUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.statusCode, json: (await answer.body.json()) as Answer['json'] }
  }
  const send = (payload: Record<string, unknown>) =>
    call('POST', `/v25.0/${phoneNumberId}/messages`, { messaging_product: 'whatsapp', to: ana, ...payload })
  return { sandbox, callback, client: createSandboxClient(sandbox.url), call, send }
}

export type TestWorld = Awaited<ReturnType<typeof openWorld>>
