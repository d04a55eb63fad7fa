import type { EndpointCall } from '@recado/contracts'
import { createCampaign } from '@recado/contracts/campaigns/campaigns'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/lib/api/api.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'

type Body = EndpointCall<typeof createCampaign>['body']

/** Begins a draft of a campaign and goes to its wizard. */
export const useBeginCampaign = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (body: Body) => call(createCampaign, { body }),
    onSuccess: async (draft) => {
      client.setQueryData(campaignQuery(draft.id).queryKey, draft)
      void client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] })
      await navigate({ to: '/company/campaigns/$id/edit', params: { id: draft.id } })
    },
  })
}
