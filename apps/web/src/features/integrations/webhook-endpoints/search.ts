import type { WebhookDeliveryState } from '@recado/contracts/integrations/webhook-endpoints'

const tabs = { log: true, setup: true } as const
export type EndpointTab = keyof typeof tabs

// Addresses are read before anything else: the contract gives its words as types here, without its schemas.
const states = { waiting: true, delivered: true, failed: true, held: true } satisfies Record<WebhookDeliveryState, true>
export const deliveryStates = Object.keys(states) as WebhookDeliveryState[]

/** What the address of an endpoint's page says. */
export type EndpointSearch = { tab?: EndpointTab; state?: WebhookDeliveryState; delivery?: string }

const isTab = (value: unknown): value is EndpointTab => typeof value === 'string' && Object.hasOwn(tabs, value)
const isState = (value: unknown): value is WebhookDeliveryState =>
  typeof value === 'string' && Object.hasOwn(states, value)

export const validateEndpointSearch = ({ tab, state, delivery }: Record<string, unknown>): EndpointSearch => ({
  ...(isTab(tab) && { tab }),
  ...(isState(state) && { state }),
  ...(typeof delivery === 'string' && { delivery }),
})
