import { type WebhookEventName, webhookEventNames } from '@recado/contracts/integrations/webhook-events'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { insertDeliveries } from '#server/modules/integrations/webhook-endpoints/queries/subscriptions.ts'
import type { TestApp } from './app.ts'
import { createSignedIn } from './factories.ts'

type Options = { events?: readonly WebhookEventName[]; filters?: object; description?: string }

/** A company whose admin manages endpoints by the API. */
export const createEndpointWorld = async (test: TestApp) => {
  const { company, user, headers } = await createSignedIn(test.deps)
  const send = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, payload?: object) => {
    const json = method === 'GET' || method === 'DELETE' ? {} : { payload: payload ?? {} }
    const answer = await test.app.inject({ method, url: `/api/v1${path}`, headers, ...json })
    return { status: answer.statusCode, json: answer.body === '' ? null : answer.json() }
  }
  const get = async (path: string) => (await send('GET', path)).json
  return {
    company,
    user,
    headers,
    send,
    get,
    /** An endpoint of the company, with its secret. */
    add: async (url: string, { events = webhookEventNames, ...more }: Options = {}) => {
      const { status, json } = await send('POST', '/webhook-endpoints', { url, events, ...more })
      if (status !== 201) throw new Error(JSON.stringify(json))
      return json as { id: string; secret: string; version: number }
    },
    read: (id: string) => get(`/webhook-endpoints/${id}`),
    change: async (id: string, change: object) => {
      const { version } = await get(`/webhook-endpoints/${id}`)
      return send('PATCH', `/webhook-endpoints/${id}`, { ...change, version })
    },
    deliveries: async (id: string, query = '') =>
      (await get(`/webhook-endpoints/${id}/deliveries?limit=100${query}`)).data as Record<string, unknown>[],
    log: (id: string, deliveryId: unknown) => get(`/webhook-endpoints/${id}/deliveries/${deliveryId}`),
    /** Has an endpoint told of events about an object, one after the other. */
    tell: async (
      endpointId: string,
      type: WebhookEventName,
      data: Record<string, unknown>,
      objectKey: string | null = null,
    ) => {
      const id = newId()
      const contactId = typeof data['contactId'] === 'string' ? data['contactId'] : null
      await insertDeliveries(systemCtx(test.deps, 'test'), [
        {
          ...{
            company_id: company.id,
            endpoint_id: endpointId,
            event_id: id,
            type,
            data,
            happened_at: test.deps.now(),
          },
          ...{ object_key: objectKey, contact_id: contactId, state: 'waiting', is_test: false, forced: false },
        },
      ])
      test.deps.bus.publish('deliveries.wake', { endpointIds: [endpointId] })
      return id
    },
  }
}
export type EndpointWorld = Awaited<ReturnType<typeof createEndpointWorld>>
