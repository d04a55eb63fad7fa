import type { Deps } from '#server/context.ts'
import { systemCtx } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { newId } from '#server/lib/ids.ts'
import { publishChanges, publishConversations } from '../hints.ts'
import { insertFollowUps } from '../queries/follow-ups.ts'
import { wakeDue } from '../queries/wake.ts'

const AT_ONCE = 500

/** Brings back the conversations whose snooze is over. Two that run at once bring back different ones. */
export const wakeSnoozed = async (deps: Deps): Promise<void> => {
  for (;;) {
    const woken = await inSqlTransaction(deps.database.pool, async (client) => {
      const rows = await wakeDue(client, deps.now(), Array.from({ length: AT_ONCE }, newId))
      const ctx = { ...systemCtx(deps, 'conversations.wake'), db: dbOf(client) }
      const followUps = rows.map(({ companyId, id }) => ({ companyId, conversationId: id, cause: 'reopened' as const }))
      if (followUps.length > 0) await insertFollowUps(ctx, followUps)
      return rows
    })
    for (const [companyId, own] of Map.groupBy(woken, (row) => row.companyId)) {
      publishConversations(
        deps,
        companyId,
        own.map(({ id }) => id),
      )
    }
    publishChanges(
      deps,
      'message.created',
      woken.map(({ companyId, id, lineId }) => ({ companyId, conversationId: id, id: lineId })),
    )
    if (woken.length > 0) deps.jobs.wake('standard')
    if (woken.length < AT_ONCE) return
  }
}
