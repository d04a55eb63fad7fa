import type { BulkOutcome, BulkSelection } from '@recado/contracts/shared/lists'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findCompany, listOperatorAccounts } from '../queries/operator.ts'
import { findTemplateAcrossCompanies } from '../queries/templates.ts'
import { type Change, type Chosen, changeChosen, resolveSelection } from './change.ts'
import { listAccounts, listGroups } from './list.ts'
import { describeTemplate } from './read.ts'
import { syncAccountTemplates } from './sync.ts'
import { importTemplates, portableOf } from './transfer.ts'

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
  query: Parameters<typeof listGroups>[3] & { companyId?: string | undefined },
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

/** The actor at work in a company that they look after. Throws `company_suspended`. */
const inCompany = async (ctx: UserCtx, companyId: string): Promise<CompanyCtx> => {
  const row = await findCompany(ctx, companyId)
  if (!row) throw new AppError('not_found')
  if (row.status === 'suspended' || row.status === 'deleting') throw new AppError('company_suspended')
  const { id, name, timezone, accessBlocks } = row
  return {
    ...ctx,
    company: { id, name, timezone, accessBlocks, member: { role: 'admin', grants: [], visibility: 'all' } },
  }
}

/** The selected names in the companies that an operator looks after. Throws like `resolveSelection`. */
export const chooseReachable = async (ctx: UserCtx, selection: BulkSelection) => {
  const accounts = await reachOf(ctx)
  const accountIds = accounts.map(({ id }) => id)
  return resolveSelection(ctx, { accountIds }, companiesOf(accounts), selection)
}

/** Where a change of a name is written down: with a copy it is the company of the new account. */
const placeOf = async (ctx: UserCtx, change: Change, companyId: string): Promise<CompanyCtx> =>
  inCompany(ctx, change.action === 'copy' ? (await loadReachable(ctx, change.accountId)).companyId : companyId)

const suspended = (names: readonly Chosen[]): BulkOutcome['skipped'] =>
  names.flatMap(({ name, rows: [first] }) => (first ? [{ id: first.id, label: name, code: 'company_suspended' }] : []))

/** Changes names of companies that the actor looks after, each in its own company; one that is suspended is left out. */
export const changeReached = async (
  ctx: UserCtx,
  chosen: readonly Chosen[],
  change: Change,
  each?: () => Promise<void>,
): Promise<BulkOutcome> => {
  const outcome: BulkOutcome = { done: 0, skipped: [] }
  for (const [companyId, names] of Map.groupBy(chosen, (one: Chosen) => one.companyId)) {
    const place = await placeOf(ctx, change, companyId).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'company_suspended') return null
      throw error
    })
    const part = place ? await changeChosen(place, names, change, each) : { done: 0, skipped: suspended(names) }
    outcome.done += part.done
    outcome.skipped.push(...part.skipped)
  }
  return outcome
}

export const exportOperatorTemplates = async (ctx: UserCtx, selection: BulkSelection) =>
  portableOf((await chooseReachable(ctx, selection)).chosen)

export const importOperatorTemplates = async (ctx: UserCtx, accountId: string, rows: readonly unknown[]) => {
  const { companyId } = await loadReachable(ctx, accountId)
  return importTemplates(await inCompany(ctx, companyId), accountId, rows)
}
