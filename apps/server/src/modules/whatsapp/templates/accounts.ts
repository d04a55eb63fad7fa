import type { Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { createGraphClient, type GraphClient } from '#server/lib/whatsapp-cloud/client.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { type AccountFacts, findAccountFacts } from './queries/accounts.ts'

/** The company that the context works in. Throws `forbidden` outside of one. */
export const companyOf = (ctx: Ctx): string => {
  if (!ctx.company) throw new AppError('forbidden')
  return ctx.company.id
}

/** An account of the company. Throws `not_found`. */
export const loadAccount = async (ctx: Ctx, companyId: string, id: string): Promise<AccountFacts> => {
  const account = await findAccountFacts(ctx, companyId, id)
  if (!account) throw new AppError('not_found')
  return account
}

/** Graph client with the token of an account. Throws `channel_not_sendable` without one. */
export const clientOf = ({ deps }: Ctx, account: AccountFacts): GraphClient => {
  if (!account.token) throw new AppError('channel_not_sendable')
  return createGraphClient({
    baseUrl: deps.config.WHATSAPP_GRAPH_URL,
    version: deps.config.WHATSAPP_GRAPH_VERSION,
    accessToken: deps.sealer.open(account.token),
  })
}

/** Tells browsers, and the senders of every process, after the commit that templates of an account changed. */
export const announceTemplates = (ctx: Ctx, companyId: string, accountId: string, ids: string[] = []): void => {
  ctx.afterCommit(() => ctx.deps.bus.publish('templates.changed', { accountId }))
  emitChange(ctx, 'template.updated', { companyId, ids })
}
