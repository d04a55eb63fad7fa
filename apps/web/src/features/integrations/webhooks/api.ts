import { getWebhookIntegration, listWebhookSamples } from '@recado/contracts/integrations/webhook-integrations'
import { listWebhookSources } from '@recado/contracts/integrations/webhook-sources'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { webhooksKey } from '#web/queries/webhook-integrations.ts'

/** Systems that can be connected. */
export const webhookSourcesQuery = queryOptions({
  queryKey: ['webhook-sources'],
  queryFn: ({ signal }) => call(listWebhookSources, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A connected system with all that is set up. */
export const webhookIntegrationQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id],
    queryFn: ({ signal }) => call(getWebhookIntegration, { params: { id } }, { signal }),
    // That it waits for a sample ends without news.
    refetchInterval: ({ state }) => (state.data?.listeningUntil ? 60_000 : false),
  })

export const webhookEventsKey = (id: string) => [...webhooksKey, id, 'events'] as const

/** What a map of it can be made by. */
export const webhookSamplesQuery = (id: string) =>
  queryOptions({
    queryKey: [...webhooksKey, id, 'samples'],
    queryFn: ({ signal }) => call(listWebhookSamples, { params: { id } }, { signal }),
  })
