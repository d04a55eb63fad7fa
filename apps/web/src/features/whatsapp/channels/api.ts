import type { EndpointResponse } from '@recado/contracts/endpoint'
import { getSpareNumber } from '@recado/contracts/whatsapp/channel-connection'
import { checkChannelHealth } from '@recado/contracts/whatsapp/channel-fixes'
import { listChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { getChannelWebhook, listChannelWebhooks } from '@recado/contracts/whatsapp/channel-webhooks'
import { getChannel } from '@recado/contracts/whatsapp/channels'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { channelsKey } from '#web/queries/channels.ts'

export type ChannelDetail = EndpointResponse<typeof getChannel>
export type WebhookEvent = EndpointResponse<typeof listChannelWebhooks>['data'][number]

export const usageQuery = () =>
  queryOptions({
    queryKey: [...channelsKey, 'usage'],
    queryFn: ({ signal }) => call(listChannelUsage, {}, { signal }),
    staleTime: 30_000,
    refetchInterval: 120_000,
  })

export const channelQuery = (id: string) =>
  queryOptions({
    queryKey: [...channelsKey, id],
    queryFn: ({ signal }) => call(getChannel, { params: { id } }, { signal }),
  })

export const spareNumberQuery = () =>
  queryOptions({
    queryKey: [...channelsKey, 'spare'],
    queryFn: ({ signal }) => call(getSpareNumber, {}, { signal }),
    staleTime: 0,
    retry: false,
  })

export type WebhookSearch = { cursor?: string; field?: string; state?: WebhookEvent['state'] }

export const webhooksQuery = (id: string, search: WebhookSearch) =>
  queryOptions({
    queryKey: [...channelsKey, id, 'webhooks', search],
    queryFn: ({ signal }) => call(listChannelWebhooks, { params: { id }, query: { limit: 25, ...search } }, { signal }),
    staleTime: 5000,
  })

export const webhookQuery = (id: string, eventId: string) =>
  queryOptions({
    queryKey: [...channelsKey, id, 'webhook', eventId],
    queryFn: ({ signal }) => call(getChannelWebhook, { params: { id, eventId } }, { signal }),
  })

/** Asks Meta now how a channel is. */
export const useHealthCheck = (id: string) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(checkChannelHealth, { params: { id } }),
    onSuccess: (channel) => {
      queryClient.setQueryData(channelQuery(id).queryKey, channel)
      void queryClient.invalidateQueries({ queryKey: channelsKey, exact: true })
    },
  })
}
