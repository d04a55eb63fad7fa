import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { askCustomer, questionText } from '#server/modules/automation/csat/index.ts'
import type { Desk } from '#server/modules/companies/settings-cache/index.ts'
import { findDeskConversation, lockConversation } from '#server/modules/inbox/conversations/index.ts'
import { dropSurveys } from '../queries.ts'
import { findKnown, keepHeld } from './keep-held.ts'
import { announceHeld } from './show-held.ts'

/** Asks the customer of a resolved conversation how it was, once whoever resolved it can take that back no longer. */
export const holdSurvey = async (ctx: CompanyCtx, desk: Desk, conversationId: string): Promise<void> => {
  const { undoSeconds, csat } = desk.settings
  if (!csat.enabled) return
  const row = await findDeskConversation(ctx, conversationId)
  if (undoSeconds === 0 || !row?.resolvedBy || !row.resolvedAt) return askCustomer(ctx, desk, conversationId)
  const { resolvedBy: authorId, resolvedAt } = row
  await inTransaction(ctx, async (tx) => {
    await lockConversation(tx, conversationId)
    const clientKey = `survey:${conversationId}:${resolvedAt.getTime()}`
    if (await findKnown(tx, conversationId, clientKey)) return
    const contents = [{ type: 'interactive', text: questionText(csat, desk.locale), file: null }]
    const held = {
      kind: 'survey',
      draft: { type: 'none' },
      name: null,
      contents,
      afterwards: null,
      anyway: false,
    } as const
    await keepHeld(tx, { conversationId, authorId }, { ...held, contents, clientKey }, undoSeconds)
  })
}

/** Nobody is asked about a conversation that was opened again. */
export const dropHeldSurveys = (ctx: CompanyCtx, conversationId: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    if (await dropSurveys(tx, conversationId)) announceHeld(tx, conversationId)
  })
