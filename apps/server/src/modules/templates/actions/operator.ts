import type { UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Filters } from '../queries/groups.ts'
import { listOperatorAccounts } from '../queries/operator.ts'
import { findTemplateAcrossCompanies } from '../queries/templates.ts'
import { listAccounts, listGroups } from './list.ts'
import { describeTemplate } from './read.ts'
import { syncAccountTemplates } from './sync.ts'

/** The accounts that the actor looks after: those of the numbers given to them, all of them for a platform admin. */
const reachOf = (ctx: UserCtx) => listOperatorAccounts(ctx, ctx.actor.role === 'admin' ? null : ctx.actor.userId)

const loadReachable = async (ctx: UserCtx, accountId: string) => {
  const account = (await reachOf(ctx)).find(({ id }) => id === accountId)
  if (!account) throw new AppError('not_found')
  return account
}

const companiesOf = (accounts: readonly { companyId: string }[]) => [
  ...new Set(accounts.map(({ companyId }) => companyId)),
]

export const listOperatorGroups = async (
  ctx: UserCtx,
  query: Filters & { cursor?: string | undefined; limit: number; companyId?: string | undefined },
) => {
  const accounts = await reachOf(ctx)
  const wanted = accounts.filter(({ companyId }) => !query.companyId || companyId === query.companyId)
  return listGroups(ctx, { accountIds: wanted.map(({ id }) => id) }, companiesOf(wanted), query)
}

export const listOperatorAccountLines = async (ctx: UserCtx) => {
  const accounts = await reachOf(ctx)
  const mine = new Set(accounts.map(({ id }) => id))
  return { data: (await listAccounts(ctx, companiesOf(accounts))).filter(({ id }) => mine.has(id)) }
}

/** Throws `not_found` also for a template of a company that the actor does not look after. */
export const readOperatorTemplate = async (ctx: UserCtx, id: string) => {
  const row = await findTemplateAcrossCompanies(ctx, id)
  if (!row) throw new AppError('not_found')
  const { companyId, companyName } = await loadReachable(ctx, row.waAccountId)
  return { ...(await describeTemplate(ctx, row)), companyId, companyName }
}

export const syncOperatorAccount = async (ctx: UserCtx, accountId: string): Promise<{ count: number }> => {
  const { companyId } = await loadReachable(ctx, accountId)
  return { count: await syncAccountTemplates(ctx, companyId, accountId) }
}
