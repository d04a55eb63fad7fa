import { campaignFilter } from '@recado/contracts/campaigns/campaigns'
import { z } from 'zod'
import { assertAbility, type CompanyCtx } from '#server/context.ts'
import {
  archiveCampaign,
  duplicateCampaign,
  findCampaignIds,
  findCampaignNames,
} from '#server/modules/campaigns/campaigns/index.ts'
import { defineBulk, inCompany, oneByOne, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { cancel } from './change-state.ts'

const actions = z.enum(['archive', 'unarchive', 'duplicate', 'cancel'])

const change = (tx: CompanyCtx, id: string, action: z.output<typeof actions>): Promise<unknown> => {
  if (action === 'duplicate') return duplicateCampaign(tx, id)
  return action === 'cancel' ? cancel(tx, id) : archiveCampaign(tx, id, action === 'archive')
}

/** Changes many campaigns, each in a transaction of its own. */
export const changeCampaigns = defineBulk({
  kind: 'campaigns.change',
  ability: 'campaigns.write',
  args: z.object({ action: actions }),
  find: (ctx, ids) => findCampaignNames(inCompany(ctx), ids),
  filter: (ctx, filter, limit) => findCampaignIds(inCompany(ctx), parseFilter(campaignFilter, filter), limit),
  apply: async (ctx, rows, { action }) => {
    if (action === 'cancel') assertAbility(ctx, 'campaigns.launch')
    return oneByOne(ctx, rows, (tx, { id }) => change(inCompany(tx), id, action))
  },
})
