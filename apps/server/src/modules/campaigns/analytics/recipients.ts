import { variantKeys } from '@recado/contracts/campaigns/content'
import {
  type CampaignRecipient,
  type ContactCampaign,
  contactCampaignLimit,
  type listRecipients,
  skipReasons,
} from '@recado/contracts/campaigns/recipients'
import { countLimit } from '@recado/contracts/shared/lists'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor, rankedPlace } from '#server/lib/cursor.ts'
import { counted, pageFrom } from '#server/lib/page.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { displayNameOf, loadAnyContact, seesPersonalData, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { countRecipients, findCampaignsOf, findRecipients, type RecipientRow } from './queries/recipients.ts'

const recipientPlace = z.object({
  at: rankedPlace.shape.at,
  wave: z.int().min(-1).max(100),
  seq: z.int().min(0),
})

const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString())

const variantOf = (place: number | null) => (place === null ? null : (variantKeys[place] ?? null))
const reasonOf = (reason: string | null) => skipReasons.find((known) => known === reason) ?? null

/** A recipient as the contract has it; `full` shows phones unmasked. */
const viewOf = (row: RecipientRow, full: boolean): CampaignRecipient => {
  const { contactId, name, profileName, phone, variant, channelId, state, errorCode, errorClass } = row
  return {
    ...{ contactId, channelId, state, errorCode, errorClass },
    // A contact that was erased or permanently deleted remains in the sums only.
    displayName: contactId === null ? '' : displayNameOf({ name, profileName, phone, username: null }, full),
    phone: contactId === null ? null : shownPhone(phone, full),
    variant: variantOf(variant),
    reason: reasonOf(row.reason),
    ...{ conversationId: row.conversationId, messageId: row.messageId },
    ...{ sentAt: iso(row.sentAt), deliveredAt: iso(row.deliveredAt), readAt: iso(row.readAt) },
    ...{ clickedAt: iso(row.clickedAt), repliedAt: iso(row.repliedAt) },
  }
}

type Query = z.output<typeof listRecipients.query>

/** One page of a campaign's recipients. Throws `not_found`. */
export const readRecipients = async (ctx: CompanyCtx, id: string, { cursor, limit, count, ...filter }: Query) => {
  await readCampaign(ctx, id)
  const after = decodeCursor(recipientPlace, cursor)
  const rows = await findRecipients(ctx, id, filter, { after, limit: limit + 1 })
  const full = seesPersonalData(ctx)
  const page = pageFrom(
    rows,
    limit,
    (row) => viewOf(row, full),
    ({ wave, notBefore, seq }) => encodeCursor({ wave, at: notBefore, seq }),
  )
  return counted(page, count && (await countRecipients(ctx, id, filter, countLimit + 1)))
}

/** What a contact got of its newest campaigns. Throws `not_found`. */
export const readCampaignsOf = async (ctx: CompanyCtx, id: string): Promise<{ data: ContactCampaign[] }> => {
  const contact = await loadAnyContact(ctx, id)
  const rows = await findCampaignsOf(ctx, contact.id, contactCampaignLimit)
  return {
    data: rows.map(({ campaignId, name, variant, reason, plannedAt, sentAt, repliedAt, ...row }) => ({
      ...row,
      campaign: { id: campaignId, name },
      ...{ variant: variantOf(variant), reason: reasonOf(reason) },
      ...{ plannedAt: new Date(plannedAt).toISOString(), sentAt: iso(sentAt), repliedAt: iso(repliedAt) },
    })),
  }
}
