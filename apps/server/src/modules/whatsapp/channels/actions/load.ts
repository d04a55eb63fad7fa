import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import * as queries from '../queries/channels.ts'

/** The company that the context works in; the one given wins, for work that no person asked for. */
export const companyOf = (ctx: Ctx): string => {
  if (!ctx.company) throw new AppError('forbidden')
  return ctx.company.id
}

/** A channel of the company with its account, connected or not. Throws `not_found`. */
export const loadChannel = async (ctx: Ctx, id: string): Promise<queries.ChannelWithAccount> => {
  const row = await queries.findChannelRow(ctx, companyOf(ctx), id)
  if (!row) throw new AppError('not_found')
  return row
}
