import { canonicalPhone } from '@recado/contracts/whatsapp/phone'
import type { Ctx } from '#server/context.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import type { WebhookHandler } from '#server/modules/whatsapp/webhooks/index.ts'
import { preferenceJob } from './jobs.ts'

type Preference = Extract<WebhookEvent, { kind: 'userPreference' }>
type Channel = { id: string; companyId: string; scope: string }

const MOST_AHEAD_MS = 5 * 60_000

/** When it was chosen; on arrival when that cannot be, lest a word of the future holds against every later one. */
const momentOf = (at: Date | null, receivedAt: Date): Date => {
  const latest = receivedAt.getTime() + MOST_AHEAD_MS
  return at !== null && at.getTime() > 0 && at.getTime() <= latest ? at : receivedAt
}

const enqueuePreference = async (tx: Ctx, channel: Channel, event: Preference, receivedAt: Date): Promise<void> => {
  const { companyId, id: channelId, scope } = channel
  const { user, value, detail, timestamp, category } = event
  if (category !== 'marketing_messages' && (category !== null || value === 'resume')) return
  const phone = user.phone === null ? null : canonicalPhone(user.phone)
  if (phone === null && user.bsuid === null) return
  const at = momentOf(timestamp, receivedAt).toISOString()
  const input = { companyId, channelId, scope, phone, bsuid: user.bsuid, value, at, detail }
  await tx.deps.jobs.enqueue(tx.db, preferenceJob, input, { companyId })
  tx.afterCommit(() => tx.deps.jobs.wake('standard'))
}

/** Takes note of what people choose in WhatsApp itself, for the number they choose it for. */
export const preferenceWebhooks: WebhookHandler = {
  record: async (tx, _client, webhooks) => {
    for (const { stored, channelEvents } of webhooks)
      for (const { channel, event } of channelEvents)
        if (event.kind === 'userPreference') await enqueuePreference(tx, channel, event, stored.receivedAt)
    return []
  },
}
