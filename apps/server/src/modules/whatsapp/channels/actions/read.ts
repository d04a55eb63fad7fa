import type { CompanyCtx } from '#server/context.ts'
import { listChannelRows } from '../queries/channels.ts'
import { detailOf, summaryOf } from '../view.ts'
import { loadChannel } from './load.ts'

export const listCompanyChannels = async (ctx: CompanyCtx) => ({
  data: (await listChannelRows(ctx, ctx.company.id)).map(summaryOf),
})

/** A channel with its profile and health. Throws `not_found`. */
export const readChannel = async (ctx: CompanyCtx, id: string) => detailOf(ctx.deps, await loadChannel(ctx, id))
