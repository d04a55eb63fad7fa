import { getWebhookEndpoint, listWebhookEndpoints } from '@recado/contracts/integrations/webhook-endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

const endpointsKey = ['webhook-endpoints'] as const

/** Endpoints of the company with their health. */
export const webhookEndpointsQuery = queryOptions({
  queryKey: endpointsKey,
  queryFn: ({ signal }) => call(listWebhookEndpoints, {}, { signal }),
})

/** An endpoint with its health. */
export const webhookEndpointQuery = (id: string) =>
  queryOptions({
    queryKey: [...endpointsKey, id],
    queryFn: ({ signal }) => call(getWebhookEndpoint, { params: { id } }, { signal }),
  })

export const webhookDeliveriesKey = (id: string) => [...endpointsKey, id, 'deliveries'] as const

/** Where the name of an event stands among the texts. */
export const eventTextKey = (event: string): string => `event.${event.replaceAll('.', '_')}`

/** What an endpoint is called: as it is described, or else by its host. */
export const endpointName = ({ description, url }: { description: string; url: string }): string =>
  description || new URL(url).host
