import { campaignAudience } from '@recado/contracts/campaigns/audience'
import type { CampaignState } from '@recado/contracts/campaigns/campaigns'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { and, eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { campaignUploads } from '#server/db/schema/campaigns/audience.ts'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { campaignRecipients } from '#server/db/schema/campaigns/delivery.ts'
import { campaignRisks } from '#server/db/schema/campaigns/risks.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'

type Place = { companyId: string; channelId: string; contactId: string; template: string; ownerId: string }

/** A draft, one with failures, one that waits for its time, one that is paused, one that waits for approval, one with a test of variants and a series, to one contact. */
export const createCampaigns = async (deps: Deps, place: Place) => {
  const variant = { key: 'A', template: place.template, language: { strategy: 'fixed', language: 'pt_BR' }, share: 100 }
  const row = (state: CampaignState, more: Partial<typeof campaigns.$inferInsert> = {}) => ({
    ...{ companyId: place.companyId, id: newId(), name: `A ${state} campaign`, state, ownerId: place.ownerId },
    audience: campaignAudience.parse({ sources: [{ kind: 'contacts', ids: [place.contactId] }] }),
    content: campaignContent.parse({ channels: [{ channelId: place.channelId }], variants: [variant] }),
    schedule: campaignSchedule.parse({}),
    ...more,
  })
  const [at, startsAt] = [new Date(), new Date(Date.now() + 86_400_000)]
  const draft = row('draft')
  const running = row('scheduled', { launchedBy: place.ownerId, startsAt, wakeAt: startsAt, snapshotAt: at })
  const paused = row('paused', { launchedBy: place.ownerId, pauseReason: 'manual', startsAt, snapshotAt: at })
  const failed = row('completed_with_errors', { launchedBy: place.ownerId, startsAt: at, snapshotAt: at })
  const held = row('paused', { launchedBy: place.ownerId, pauseReason: 'held', platformNote: 'Too many complaints' })
  const awaiting = row('scheduled', { startsAt, approvalNeeded: true })
  const testing = row('paused', { launchedBy: place.ownerId, pauseReason: 'manual', startedAt: at, snapshotAt: at })
  testing.content = campaignContent.parse({
    ...testing.content,
    variants: [
      { ...variant, share: 50 },
      { ...variant, key: 'B', share: 50 },
    ],
    test: { percent: 20, metric: 'reply', hours: 4 },
  })
  const series = row('scheduled', { launchedBy: place.ownerId, startsAt, wakeAt: startsAt })
  const start = { kind: 'recurring', rule: 'FREQ=DAILY', at: startsAt.toISOString().slice(0, 16), timezone: 'UTC' }
  series.schedule = campaignSchedule.parse({ start })
  await deps.database.db.insert(campaigns).values([series, draft, running, paused, held, awaiting, failed, testing])
  await deps.database.db
    .insert(campaignRisks)
    .values({ companyId: place.companyId, campaignId: held.id, rule: 'failures', evidence: { failed: 20 } })
  await deps.database.db.insert(campaignRecipients).values({
    ...{ companyId: place.companyId, campaignId: running.id, contactId: place.contactId, seq: 1, variant: 0 },
    ...{ notBefore: startsAt, channelId: place.channelId, params: {}, messageId: newId() },
  })
  const [conversation] = await deps.database.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.companyId, place.companyId), eq(conversations.contactId, place.contactId)))
    .limit(1)
  const messageId = newId()
  if (conversation)
    await deps.database.db.insert(messages).values({
      ...{ companyId: place.companyId, id: messageId, conversationId: conversation.id, channelId: place.channelId },
      ...{ contactId: place.contactId, direction: 'out', type: 'template', origin: 'campaign', status: 'failed' },
      ...{ campaignId: failed.id, errorClass: 'media', occurredAt: at },
    })
  await deps.database.db.insert(campaignRecipients).values({
    ...{ companyId: place.companyId, campaignId: failed.id, contactId: place.contactId, seq: 1, variant: 0 },
    ...{ notBefore: at, channelId: place.channelId, params: {}, messageId },
  })
  const counts = { rows: 1, valid: 1, invalid: 0, duplicates: 0, unknown: 0 }
  const upload = { ...counts, companyId: place.companyId, id: newId(), campaignId: draft.id, fileName: 'numbers.csv' }
  await deps.database.db.insert(campaignUploads).values({ ...upload, columns: ['phone'], phoneColumn: 'phone' })
  return {
    draft: draft.id,
    running: running.id,
    paused: paused.id,
    held: held.id,
    awaiting: awaiting.id,
    failed: failed.id,
    testing: testing.id,
    series: series.id,
    uploadId: upload.id,
  }
}
