import { sql } from 'drizzle-orm'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { errorCodeOf } from '#server/lib/error-code.ts'

const LONGEST = sql.raw("'10s'")
const CANCELED = '57014'

const wasCanceled = (error: unknown): boolean =>
  errorCodeOf(error) === CANCELED || (error instanceof Error && errorCodeOf(error.cause) === CANCELED)

/** Reads what people's filters leave; none of its queries may take longer than ten seconds. Throws `filter_too_slow`. */
export const withinTime = async <C extends CompanyCtx, R>(ctx: C, read: (tx: C) => Promise<R>): Promise<R> => {
  try {
    return await inTransaction(ctx, async (tx) => {
      await tx.db.execute(sql`set local statement_timeout = ${LONGEST}`)
      return read(tx)
    })
  } catch (error) {
    throw wasCanceled(error) ? new AppError('filter_too_slow') : error
  }
}
