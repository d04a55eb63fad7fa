import { listWebhookIntegrations } from '@recado/contracts/integrations/webhook-integrations'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

export const webhooksKey = ['webhook-integrations'] as const

/** Systems that are connected. */
export const webhookIntegrationsQuery = queryOptions({
  queryKey: webhooksKey,
  queryFn: ({ signal }) => call(listWebhookIntegrations, {}, { signal }),
})
