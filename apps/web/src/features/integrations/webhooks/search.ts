import type { InboundState } from '@recado/contracts/integrations/webhook-integrations'

const tabs = { setup: true, map: true, actions: true, log: true } as const
export type WebhookTab = keyof typeof tabs

// Addresses are read before anything else: the contract gives its words as types here, without its schemas.
const states = {
  ...{ received: true, rejected: true, duplicate: true, mapped: true },
  ...{ processed: true, partially_failed: true, failed: true, suspended: true },
} satisfies Record<InboundState, true>
export const inboundStateNames = Object.keys(states) as InboundState[]

/** What the address of a connected system's page says. */
export type WebhookPageSearch = { tab?: WebhookTab; state?: InboundState; event?: string }

const isTab = (value: unknown): value is WebhookTab => typeof value === 'string' && Object.hasOwn(tabs, value)
const isState = (value: unknown): value is InboundState => typeof value === 'string' && Object.hasOwn(states, value)

export const validateWebhookPageSearch = ({ tab, state, event }: Record<string, unknown>): WebhookPageSearch => ({
  ...(isTab(tab) && { tab }),
  ...(isState(state) && { state }),
  ...(typeof event === 'string' && { event }),
})
