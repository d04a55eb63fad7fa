import type { EndpointCall } from '@recado/contracts'
import {
  updateWebhookIntegration,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { webhookIntegrationQuery } from './api.ts'

type Change = Omit<EndpointCall<typeof updateWebhookIntegration>['body'], 'version'>

/** Changes a connected system. */
export const useChange = ({ id, version }: Pick<WebhookIntegrationDetail, 'id' | 'version'>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: Change) => call(updateWebhookIntegration, { params: { id }, body: { ...change, version } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(webhookIntegrationQuery(id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: webhookIntegrationsQuery.queryKey, exact: true })
    },
  })
}
