import { recipientFilter } from '@recado/contracts/campaigns/recipients'
import { id } from '@recado/contracts/shared'
import { type BulkOutcome, type BulkSelection, bulkNow } from '@recado/contracts/shared/lists'
import { z } from 'zod'
import { assertAbility, type CompanyCtx, inTransaction, type UserCtx } from '#server/context.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { announceContacts } from '#server/modules/contacts/contacts/index.ts'
import { addToList, assertListExists } from '#server/modules/contacts/lists/index.ts'
import { defineBulk, inCompany, parseFilter } from '#server/modules/shared/tasks/index.ts'
import { findRecipientIds, findRecipientNames } from './queries/keep.ts'

const filterOf = recipientFilter.extend({ campaignId: id })

/** Puts recipients into a list. Whoever is in it stays, and contacts that are gone are left out. */
export const recipientsKept = defineBulk({
  kind: 'campaign-recipients.keep',
  ability: 'contacts.edit',
  atOnce: bulkNow,
  args: z.object({ campaignId: z.uuid(), listId: z.uuid() }),
  find: (ctx, ids, { campaignId }) => findRecipientNames(inCompany(ctx), campaignId, ids),
  filter: (ctx, filter, limit, { campaignId }) =>
    findRecipientIds(inCompany(ctx), campaignId, parseFilter(recipientFilter, filter), { id: null, limit }),
  after: (ctx, filter, place) => {
    const { campaignId, ...rest } = parseFilter(filterOf, filter)
    return findRecipientIds(inCompany(ctx), campaignId, rest, place)
  },
  tellsMissing: true,
  apply: (ctx, rows, { listId }) =>
    inTransaction(ctx, async (tx) => {
      const own = inCompany(tx)
      const ids = rows.map((row) => row.id)
      announceContacts(own, await addToList(own, listId, ids, 'manual'))
      return []
    }),
})

/** Puts recipients of a campaign into a list. Throws `not_found`, `conflict`. */
export const keepRecipients = async (
  ctx: CompanyCtx & UserCtx,
  campaignId: string,
  { selection, listId }: { selection: BulkSelection; listId: string },
): Promise<BulkOutcome> => {
  assertAbility(ctx, 'campaigns.view')
  await readCampaign(ctx, campaignId)
  await assertListExists(ctx, listId)
  // The task knows the campaign by its filter as well.
  const meant = 'ids' in selection ? selection : { ...selection, filter: { ...selection.filter, campaignId } }
  return recipientsKept.run(ctx, meant, { campaignId, listId })
}
