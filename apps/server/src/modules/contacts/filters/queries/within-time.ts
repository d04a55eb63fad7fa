import { countTimeout } from '@recado/contracts/contacts/segments'
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

/** What is read in the time that a count has; null when that was not enough. */
export const inCountTime = async <C extends CompanyCtx, R>(ctx: C, read: (tx: C) => Promise<R>): Promise<R | null> => {
  try {
    return await withinTime(ctx, read, { milliseconds: countTimeout, workMem: '64MB' })
  } catch (error) {
    if (error instanceof AppError && error.code === 'filter_too_slow') return null
    throw error
  }
}

/** One in so many is looked at for an estimate; fewer where that takes too long as well. */
const samples = [1, 50, 2000]

/** What is counted one by one in the time there is, otherwise of one in so many; null where there is no time for that either. */
export const inSamples = async <C extends CompanyCtx, R>(
  ctx: C,
  count: (tx: C, oneIn: number) => Promise<R>,
): Promise<{ counted: R; oneIn: number } | null> => {
  for (const oneIn of samples) {
    const counted = await inCountTime(ctx, (tx) => count(tx, oneIn))
    if (counted !== null) return { counted, oneIn }
  }
  return null
}
