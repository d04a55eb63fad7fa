import { type BulkOutcome, bulkNow } from '@recado/contracts/shared/lists'
import type { TemplateChange } from '@recado/contracts/whatsapp/templates'
import { z } from 'zod'
import { assertAbility, type Ctx, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { writeSheet } from '#server/lib/spreadsheet.ts'
import { defineTask, inCompany, readTask } from '#server/modules/shared/tasks/index.ts'
import { type Chosen, changeChosen, resolveSelection, syncChosen } from './change.ts'
import { changeReached, chooseReachable } from './operator.ts'

const scopes = ['company', 'operator'] as const
type Scope = (typeof scopes)[number]
type Each = () => Promise<void>
/** A change, and in whose scope it is made. */
type Order = { scope: Scope; change: TemplateChange }

const input = z.object({
  scope: z.enum(scopes),
  action: z.enum(['archive', 'restore', 'delete', 'copy']),
  /** Where copies go. */
  accountId: z.uuid().optional(),
  ids: z.array(z.uuid()),
})

const changeOf = ({ action, accountId = '', ids }: z.output<typeof input>): TemplateChange =>
  action === 'copy' ? { action, accountId, selection: { ids } } : { action, selection: { ids } }

const chooseOf = (ctx: UserCtx, { scope, change }: Order) => {
  if (scope === 'operator') return chooseReachable(ctx, change.selection)
  const companyIds = [inCompany(ctx).company.id]
  return resolveSelection(ctx, { companyIds }, companyIds, change.selection)
}

const apply = async (
  ctx: UserCtx,
  { scope, change }: Order,
  chosen: readonly Chosen[],
  each?: Each,
): Promise<BulkOutcome> => {
  if (change.action === 'sync') return syncChosen(ctx, chosen)
  return scope === 'operator'
    ? changeReached(ctx, chosen, change, each)
    : changeChosen(inCompany(ctx), chosen, change, each)
}

const asUser = (ctx: Ctx): UserCtx => {
  if (ctx.actor.kind !== 'user') throw new AppError('forbidden')
  return { ...ctx, actor: ctx.actor }
}

/** A change of more names than one request does; its file says what could not be changed. */
export const changeMany = defineTask({
  kind: 'templates.change',
  input,
  run: async (given, wanted, { report, signal }) => {
    const ctx = asUser(given)
    const { scope } = wanted
    assertAbility(ctx, scope === 'operator' ? 'operator.channels' : 'templates.write')
    const order = { scope, change: changeOf(wanted) }
    const { chosen, skipped } = await chooseOf(ctx, order)
    let done = 0
    const outcome = await apply(ctx, order, chosen, async () => {
      signal.throwIfAborted()
      done += 1
      await report(done, chosen.length)
    })
    const lines = [...skipped, ...outcome.skipped].map(({ id, label, code }) => [id, label, code])
    async function* rows() {
      yield* lines
    }
    const sheet = { name: 'templates', headers: ['id', 'name', 'reason'], rows: rows() }
    return { name: `templates-${order.change.action}.csv`, ...writeSheet('csv', sheet) }
  },
})

/**
 * Does something to many names, of the company or of companies that the actor looks after; more of them than one request
 * does are changed in the background. Throws `conflict`, `validation_failed` and, for `sync`, Meta's errors.
 */
export const changeTemplates = async (ctx: UserCtx, scope: Scope, change: TemplateChange): Promise<BulkOutcome> => {
  const order = { scope, change }
  const { chosen, skipped } = await chooseOf(ctx, order)
  if (chosen.length > bulkNow && change.action !== 'sync') {
    const ids = chosen.flatMap(({ rows }) => rows.slice(0, 1).map(({ id }) => id))
    const to = change.action === 'copy' ? { accountId: change.accountId } : {}
    const taskId = await changeMany.start(ctx, { scope, action: change.action, ids, ...to })
    return { done: 0, skipped, task: await readTask(ctx, taskId) }
  }
  const outcome = await apply(ctx, order, chosen)
  return { ...outcome, skipped: [...skipped, ...outcome.skipped] }
}
