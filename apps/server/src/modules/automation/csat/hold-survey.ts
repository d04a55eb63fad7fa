import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { findConversation, lockConversation } from '#server/modules/inbox/conversations/index.ts'
import { dropHeld, findHeldByKey, type HeldHandler, keepHeld } from '#server/modules/inbox/held-messages/index.ts'
import { askCustomer } from './actions.ts'
import { questionText } from './survey.ts'

/** Asks the customer of a resolved conversation how it was, once whoever resolved it can take that back no longer. */
export const holdSurvey = async (ctx: CompanyCtx, settings: CompanySettings, conversationId: string): Promise<void> => {
  const { undoSeconds, csat } = settings.chat
  if (!csat.enabled) return
  const row = await findConversation(ctx, conversationId)
  if (undoSeconds === 0 || !row?.resolvedBy || !row.resolvedAt) return askCustomer(ctx, settings, conversationId)
  const { resolvedBy: authorId, resolvedAt } = row
  await inTransaction(ctx, async (tx) => {
    await lockConversation(tx, conversationId)
    const clientKey = `survey:${conversationId}:${resolvedAt.getTime()}`
    if (await findHeldByKey(tx, conversationId, clientKey)) return
    const contents = [{ type: 'interactive' as const, text: questionText(csat, settings.locale), file: null }]
    const held = { name: null, contents, afterwards: null, anyway: false, clientKey }
    const place = { conversationId, authorId }
    await keepHeld(tx, place, { kind: 'survey', draft: { type: 'none' }, ...held }, undoSeconds)
  })
}

/** No survey is sent for a conversation that was reopened. */
export const dropHeldSurveys = (ctx: CompanyCtx, conversationId: string): Promise<void> =>
  inTransaction(ctx, (tx) => dropHeld(tx, conversationId, 'survey'))

/** A survey whose time to be taken back is over. */
export const heldSurveys: HeldHandler = {
  kind: 'survey',
  release: async (tx, conversationId) => {
    const settings = await settingsOf(tx.deps, tx.company.id, tx)
    if (settings) await askCustomer(tx, settings, conversationId)
  },
}
