import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import type { CompanyCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import type { ContentPlan } from '#server/modules/campaigns/content/index.ts'
import { announceContacts, batches, findSuppressed, withPeopleLocked } from '#server/modules/contacts/contacts/index.ts'
import { assignRows, findStrangers } from '../queries/uploads.ts'

const PORTION = 500

const blank: batches.Fields = {
  ...{ name: null, phone: null, email: null, notes: null, organization: null, jobTitle: null, document: null },
  ...{ documentHash: null, birthday: null, address: null, lifecycle: null, ownerId: null, language: null },
  ...{ tagIds: [], attributes: {} },
}

const adopt = async (tx: CompanyCtx, uploadIds: readonly string[], phones: readonly string[]): Promise<void> => {
  const known = await batches.findByKeys(tx, {
    ...{ scope: '', external: [], phones: [...phones], emails: [], documents: [] },
  })
  const keys = phones.map((value) => ({ kind: 'phone' as const, value }))
  const suppressed = new Set([...(await findSuppressed(tx, keys))].map(({ value }) => value))
  const found = phones.flatMap((phone) => {
    const id = known.get(`phone ${phone}`)
    return id === undefined ? [] : [{ phone, id }]
  })
  const fresh = phones
    .filter((phone) => !known.has(`phone ${phone}`) && !suppressed.has(phone))
    .map((phone) => ({ ...blank, phone, id: newId() }))
  await batches.insertMany(tx, fresh, 'campaign')
  await assignRows(tx, uploadIds, [...found, ...fresh])
  if (fresh.length > 0) announceContacts(tx, [])
}

/**
 * Makes contacts of the numbers of uploads that belong to none, so that they can be written to. Marketing goes to no one
 * who has not agreed to it, so those numbers stay what they are. Safe to run again after a crash.
 */
export const adoptStrangers = async (
  ctx: CompanyCtx,
  { sources }: CampaignAudience,
  plan: ContentPlan,
  signal: AbortSignal,
): Promise<void> => {
  const uploadIds = sources.flatMap((source) => (source.kind === 'rows' ? [source.uploadId] : []))
  if (uploadIds.length === 0 || plan.marketing) return
  for (let after = ''; !signal.aborted; ) {
    const phones = await findStrangers(ctx, uploadIds, { after, limit: PORTION })
    if (phones.length === 0) return
    await withPeopleLocked(ctx, (tx) => adopt(tx, uploadIds, phones))
    after = phones.at(-1) ?? after
  }
}
