import { type EndpointInput, refuseAbility } from '@recado/contracts'
import {
  type createSavedView,
  type SavedView,
  savedView,
  type updateSavedView,
} from '@recado/contracts/inbox/saved-views'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { companyLists, type ListName } from '@recado/contracts/shared/list-names'
import { settingsLimit } from '@recado/contracts/shared/settings-limit'
import { type CompanyCtx, factsOf, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  assertRoom,
  assertVersion,
  auditSetting,
  found,
  mayEdit,
  publishSettings,
} from '#server/modules/shared/settings-resource/index.ts'
import { isHiddenView } from './hidden.ts'
import * as queries from './queries.ts'

type Ruled = Pick<queries.ViewRow, 'companyId' | 'shared' | 'ownerId'>

/** Members who may share can change shared views of others. A view that is unshared stays with its owner. */
const isEditable = (ctx: UserCtx, row: Ruled) =>
  mayEdit(
    {
      userId: ctx.actor.userId,
      shares: row.companyId !== null && refuseAbility('settings.share', factsOf(ctx)) === null,
    },
    row,
  )

type Shown = Omit<queries.ViewRow, 'createdAt' | 'updatedAt'>

const viewOf = (ctx: UserCtx, row: Shown) =>
  savedView.parse({
    ...row,
    editable: isEditable(ctx, row),
    isDefault: row.defaultOf.includes(ctx.actor.userId),
  })

const isOfCompany = (page: ListName) => companyLists.some((known) => known === page)

/** The company of a page's views, null for pages of none. Throws `forbidden` for a page of a company without one. */
const companyOf = (ctx: UserCtx, page: ListName): string | null => {
  if (!isOfCompany(page)) return null
  if (!ctx.company) throw new AppError('forbidden')
  return ctx.company.id
}

/** Changes views, one change at a time; browsers of the company are told after the commit of what others see. */
const changeViews = <R>(ctx: UserCtx, change: (tx: UserCtx) => Promise<R>): Promise<R> => {
  if (ctx.company?.readOnly) throw new AppError('company_suspended')
  return inTransaction(ctx, async (tx) => {
    await queries.lockViews(tx)
    const result = await change(tx)
    if (tx.company) publishSettings(tx, tx.company.id)
    return result
  })
}

const auditShared = async (tx: UserCtx, action: AuditAction, row: Shown, change: object = {}) => {
  const { company } = tx
  if (!company || row.companyId === null) return
  const own: CompanyCtx = { ...tx, company }
  await auditSetting(own, action, row, change)
}

const seenOf = async <R extends Pick<queries.ViewRow, 'search' | 'ownerId'>>(ctx: UserCtx, rows: readonly R[]) => {
  const seen: R[] = []
  for (const row of rows) if (!(await isHiddenView(ctx, row))) seen.push(row)
  return seen
}

/** A view that the user sees. Throws `not_found`. */
const loadView = async (ctx: UserCtx, id: string): Promise<queries.ViewRow> => {
  const row = await queries.findView(ctx, id)
  return found((row && (await seenOf(ctx, [row]))[0]) ?? null)
}

export const listViews = async (ctx: UserCtx, page: ListName): Promise<SavedView[]> =>
  (await seenOf(ctx, await queries.listViews(ctx, { companyId: companyOf(ctx, page), page }))).map((row) =>
    viewOf(ctx, row),
  )

export const addView = (ctx: UserCtx, body: EndpointInput<typeof createSavedView>['body']): Promise<SavedView> =>
  changeViews(ctx, async (tx) => {
    const companyId = companyOf(tx, body.page)
    const row = { ...body, companyId, id: newId(), ownerId: tx.actor.userId, defaultOf: [], version: 1 }
    if (!isEditable(tx, row)) throw new AppError('forbidden')
    assertRoom((await queries.listViews(tx, row)).length, settingsLimit)
    await queries.insertView(tx, row)
    if (row.shared) await auditShared(tx, 'view.created', row)
    return viewOf(tx, row)
  })

const loadChangeable = async (tx: UserCtx, id: string) => {
  const row = await loadView(tx, id)
  if (!isEditable(tx, row)) throw new AppError('forbidden')
  return row
}

/** Changes a view that was read at `version`. Throws `conflict` when it is another by now. */
export const changeView = (
  ctx: UserCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof updateSavedView>['body'],
) =>
  changeViews(ctx, async (tx) => {
    const before = await loadChangeable(tx, id)
    assertVersion(viewOf(tx, before), version)
    const change = given(body)
    const after = { ...before, ...change, version: version + 1 }
    if (after.shared && !isEditable(tx, after)) throw new AppError('forbidden')
    await queries.updateView(tx, id, change)
    if (before.shared || after.shared) await auditShared(tx, 'view.updated', after, change)
    return viewOf(tx, after)
  })

/** Says whether a page opens with a view for whoever asks. Throws `not_found`. */
export const chooseDefault = (ctx: UserCtx, id: string, isDefault: boolean): Promise<SavedView> =>
  changeViews(ctx, async (tx) => {
    const row = await loadView(tx, id)
    await queries.changeDefault(tx, row, isDefault)
    return viewOf(tx, found(await queries.findView(tx, id)))
  })

export const removeView = (ctx: UserCtx, id: string): Promise<void> =>
  changeViews(ctx, async (tx) => {
    const row = await loadChangeable(tx, id)
    await queries.deleteView(tx, id)
    if (row.shared) await auditShared(tx, 'view.removed', row)
  })
