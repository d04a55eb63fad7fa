import { type EventHandlers, emit } from '#server/events.ts'
import { enqueueRoutes } from '#server/modules/campaigns/replies/index.ts'
import type { RecordedHandler } from '#server/modules/inbox/recording/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { noteAnswers, noteOptOut } from './queries/answers.ts'

/** What people write after a message of a campaign counts as an answer to it. */
export const recordAnswers: RecordedHandler = async (tx, { created }) => {
  const answers = created.flatMap(({ row }) =>
    row.direction === 'in' && row.origin === 'contact' && row.type !== 'system'
      ? [
          {
            ...{ companyId: row.company_id, contactId: row.contact_id, at: row.occurred_at },
            ...{ messageId: row.id, replyToWamid: row.reply_to_wamid, button: row.type === 'button' ? row.body : null },
          },
        ]
      : [],
  )
  const hits = await noteAnswers(tx, answers)
  await enqueueRoutes(
    tx,
    hits.flatMap(({ hasRoutes, messageId, answeredId, ...hit }) =>
      hasRoutes && messageId && answeredId ? [{ ...hit, messageId, answeredId }] : [],
    ),
  )
  const rows = new Map(created.map(({ row }) => [row.id, row]))
  for (const { companyId, campaignId, messageId } of hits) {
    const row = messageId ? rows.get(messageId) : undefined
    if (!row) continue
    const { conversation_id: conversationId, contact_id: contactId, body: text, type } = row
    const said = { text, button: type === 'button' ? text : null }
    await emit(tx, 'campaign.answered', {
      ...{ companyId, campaignId, conversationId, contactId, messageId: row.id },
      ...said,
    })
  }
  for (const { companyId, campaignId } of hits) emitChange(tx, 'campaign.updated', { companyId, ids: [campaignId] })
}

/** How people say it themselves; what members note, or a merge brings, is no answer to a campaign. */
const ownWords: ReadonlySet<string> = new Set(['keyword', 'button', 'whatsapp', 'provider_error'])

export const campaignHandlers: EventHandlers = {
  'contact.opted_out': async (tx, { companyId, contactId, source, at }) => {
    if (ownWords.has(source)) await noteOptOut(tx, { companyId, contactId, at: new Date(at) })
  },
}
