import type { CompanyCtx } from '#server/context.ts'
import { dbOf, inSqlTransaction } from '#server/db/sql-transaction.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { lockPeople } from '../queries/identities.ts'
import type { Sql } from '../whatsapp-user.ts'

/** A transaction that holds the company's people still, as the inbound path does when it joins records. */
export const withPeopleLocked = async <R>(
  ctx: CompanyCtx,
  fn: (tx: CompanyCtx, sql: Sql) => Promise<R>,
): Promise<R> => {
  const effects: (() => void)[] = []
  const result = await inSqlTransaction(ctx.deps.database.pool, async (client) => {
    await lockPeople(client, [ctx.company.id])
    const afterCommit = (effect: () => void) => void effects.push(effect)
    return fn({ ...ctx, db: dbOf(client), inTransaction: true, afterCommit }, client)
  })
  for (const effect of effects) effect()
  return result
}

/** Tells browsers that contacts are not what they were. */
export const announceContacts = (tx: CompanyCtx, ids: string[]): void =>
  emitChange(tx, 'contact.updated', { companyId: tx.company.id, ids })
