import type { EventPayload, Listener } from '#server/events.ts'
import { notifying } from './listening.ts'

type Integration = Pick<EventPayload<'webhook.failing'>, 'companyId' | 'integrationId' | 'name'>

const forAdmins = ({ companyId, integrationId, name }: Integration) => ({
  ...{ to: 'admins' as const, companyId, payload: { integrationId, name } },
})

export const integrationListeners: readonly Listener[] = [
  notifying('api_key.expiring', ({ companyId, name, days }) => ({
    ...{ workflow: 'api_key.expiring', to: 'admins', companyId, payload: { name, days } },
  })),
  notifying('webhook.failing', (event) => {
    const about = forAdmins(event)
    return { ...about, workflow: 'webhook.failing', payload: { ...about.payload, failures: event.failures } }
  }),
  notifying('webhook.silent', (event) => {
    const about = forAdmins(event)
    return { ...about, workflow: 'webhook.silent', payload: { ...about.payload, hours: event.hours } }
  }),
  notifying('webhook_endpoint.disabled', ({ companyId, endpointId, name, reason }) => ({
    ...{ workflow: 'webhook_endpoint.disabled', to: 'admins', companyId },
    payload: { endpointId, name, gone: reason === 'gone' ? reason : '' },
  })),
  notifying('webhook.dead_letter', (event) => ({ ...forAdmins(event), workflow: 'webhook.dead_letter' })),
]
