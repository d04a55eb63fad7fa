import { refuseAbility } from '@recado/contracts'
import { type AuditAction, nounOf } from '@recado/contracts/shared/audit'
import { type CompanyCtx, factsOf, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import type { Editor } from './policy.ts'
import { lockSettings } from './queries.ts'

/**
 * Changes settings of a company, one change at a time, so that limits and what settings name of each other hold; browsers
 * of the company are told after the commit.
 */
export const changeSettings = <C extends CompanyCtx, R>(ctx: C, change: (tx: C) => Promise<R>): Promise<R> =>
  inTransaction(ctx, async (tx) => {
    await lockSettings(tx)
    const result = await change(tx)
    publishSettings(tx, tx.company.id)
    return result
  })

/** Tells the browsers of a company after the commit that its settings are others. */
export const publishSettings = (tx: Pick<CompanyCtx, 'afterCommit' | 'deps'>, companyId: string): void =>
  emitChange(tx, 'settings.updated', { companyId })

type Target = { id: string; name: string }

/** Writes down a change of a setting; `fields` are those that changed. */
export const auditSetting = (
  ctx: CompanyCtx,
  action: AuditAction,
  { id, name }: Target,
  fields: object = {},
): Promise<void> =>
  recordAudit(ctx, {
    action,
    target: { type: nounOf(action), id, label: name },
    ...(Object.keys(fields).length > 0 ? { diff: { fields: Object.keys(fields) } } : {}),
  })

/** Throws `limit_reached` where there are as many as there may be. */
export const assertRoom = (count: number, limit: number): void => {
  if (count >= limit) throw new AppError('limit_reached', { data: { limit } })
}

/** The row, or `not_found`. */
export const found = <T>(row: T | null): T => {
  if (row === null) throw new AppError('not_found')
  return row
}

/** Throws `conflict` with the thing as it is now unless `version` is its own. */
export const assertVersion = (current: { version: number }, version: number): void => {
  if (current.version !== version) throw new AppError('conflict', { data: { current } })
}

/** Whoever asks, as an editor of what is shared. */
export const editorOf = (ctx: CompanyCtx): Editor => ({
  userId: ctx.actor.kind === 'user' ? ctx.actor.userId : null,
  shares: ctx.actor.kind === 'system' || refuseAbility('settings.share', factsOf(ctx)) === null,
})
