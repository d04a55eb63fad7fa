import { sql } from 'drizzle-orm'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { isTimedOut } from '#server/db/timed-out.ts'
import { AppError } from '#server/http/app-error.ts'

/** Milliseconds that a query may take for which a person waits. */
const WAITED_FOR = 10_000
/** The same of a query of a background task, which may run while the machine is busy. */
export const taskTimeout = 30_000

type Limits = { milliseconds?: number; workMem?: string }

/**
 * Reads what a condition leaves that people have put together: whoever compiles one asks it here. None of the queries may
 * take longer than the limit. Throws `filter_too_slow`.
 */
export const withinTime = async <C extends CompanyCtx, R>(
  ctx: C,
  read: (tx: C) => Promise<R>,
  { milliseconds = WAITED_FOR, workMem }: Limits = {},
): Promise<R> => {
  try {
    return await inTransaction(ctx, async (tx) => {
      await tx.db.execute(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)
        ${workMem === undefined ? sql`` : sql`, set_config('work_mem', ${workMem}, true)`}`)
      return read(tx)
    })
  } catch (error) {
    throw isTimedOut(error) ? new AppError('filter_too_slow') : error
  }
}
