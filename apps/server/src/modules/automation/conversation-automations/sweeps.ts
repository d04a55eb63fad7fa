import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { responsibleFor } from '#server/modules/automation/sla/index.ts'
import { automationCtx, deskOf } from '#server/modules/companies/settings-cache/index.ts'
import { findContactName, resolveConversation, runCommand } from '#server/modules/inbox/conversations/index.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import { findClosingWindows, findSilent } from './queries.ts'

const MINUTE = 60_000
/** Looked at every five minutes; those on the edge are seen twice and told once. */
const BAND = { from: 54 * MINUTE, to: 60 * MINUTE }

/** Tells those responsible of customers who wait, and to whom within an hour only templates can be sent. */
export const tellOfClosingWindows = async (deps: Deps): Promise<void> => {
  const at = (ahead: number) => new Date(deps.now().getTime() + ahead)
  for (const row of await findClosingWindows(systemCtx(deps, 'conversation_automations'), at(BAND.from), at(BAND.to))) {
    const desk = await deskOf(deps, row.companyId)
    if (!desk) continue
    await inTransaction(automationCtx(deps, desk), async (tx) =>
      tell(tx, 'conversation.window_closing', {
        to: responsibleFor(desk, row),
        companyId: row.companyId,
        payload: { conversationId: row.id, contact: await findContactName(tx, row.id) },
        factId: `${row.id}:${row.windowExpiresAt.getTime()}`,
      }),
    )
  }
}

const AT_ONCE = 500
const ROUNDS = 20

/** Resolves conversations in which nobody said a word for as long as their company waits. Nobody is asked how it was. */
export const resolveSilent = async (deps: Deps): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    const silent = await findSilent(systemCtx(deps, 'conversation_automations'), deps.now(), AT_ONCE)
    for (const { companyId, id } of silent) {
      const desk = await deskOf(deps, companyId)
      if (desk) await runCommand(automationCtx(deps, desk), id, resolveConversation(false))
    }
    if (silent.length < AT_ONCE) return
  }
}
