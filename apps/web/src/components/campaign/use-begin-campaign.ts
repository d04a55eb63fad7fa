import type { EndpointCall } from '@recado/contracts'
import { createCampaign, updateCampaign, type WizardStep } from '@recado/contracts/campaigns/campaigns'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '#web/lib/api/api.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'

type Body = EndpointCall<typeof createCampaign>['body'] & {
  /** The step that it opens at; the first one unless said. */
  step?: WizardStep
}

/** Begins a draft of a campaign and goes to its wizard. */
export const useBeginCampaign = () => {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async ({ step, ...body }: Body) => {
      const draft = await call(createCampaign, { body })
      const { id, version } = draft
      return step ? call(updateCampaign, { params: { id }, body: { version, step } }) : draft
    },
    onSuccess: async (draft) => {
      client.setQueryData(campaignQuery(draft.id).queryKey, draft)
      void client.invalidateQueries({ queryKey: [...campaignsKey, 'list'] })
      await navigate({ to: '/company/campaigns/$id/edit', params: { id: draft.id } })
    },
  })
}
