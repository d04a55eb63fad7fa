import { type Deps, inTransactionOn, systemCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { newId } from '#server/lib/ids.ts'
import { emitConversations, emitMessages } from '#server/modules/inbox/messages/index.ts'
import { wakeDue } from '../queries/wake.ts'
import { conversationKey } from './command.ts'

const AT_ONCE = 500

/** Brings back the conversations whose snooze is over. Two that run at once bring back different ones. */
export const wakeSnoozed = async (deps: Deps): Promise<void> => {
  for (;;) {
    const ctx = systemCtx(deps, 'conversations.wake')
    const woken = await inTransactionOn(deps.database.pool, ctx, async (tx, client) => {
      const rows = await wakeDue(client, deps.now(), Array.from({ length: AT_ONCE }, newId))
      // One by one, so that each is a job of its company.
      for (const row of rows) await emit(tx, 'conversation.reopened', conversationKey(row))
      return rows
    })
    for (const [companyId, own] of Map.groupBy(woken, (row) => row.companyId)) {
      emitConversations(
        deps,
        companyId,
        own.map(({ id }) => id),
      )
    }
    emitMessages(
      deps,
      'message.created',
      woken.map(({ companyId, id, lineId }) => ({ companyId, conversationId: id, id: lineId })),
    )
    if (woken.length < AT_ONCE) return
  }
}
