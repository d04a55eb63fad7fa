import type { EndpointInput } from '@recado/contracts'
import {
  type createSavedView,
  deskLimit,
  type SavedView,
  savedView,
  type updateSavedView,
} from '@recado/contracts/desk'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { mayChange } from '../policy.ts'
import * as queries from '../queries/views.ts'
import { assertRoom, auditDesk, changeDesk, found, given, keeperOf } from './change.ts'

type MemberCtx = CompanyCtx & UserCtx

/** Others than the owner may change a shared view if they may share. An owner keeps a view that somebody unshares. */
const isEditable = (ctx: MemberCtx, row: Pick<queries.ViewRow, 'shared' | 'ownerId'>) => mayChange(keeperOf(ctx), row)

const viewOf = (ctx: MemberCtx, row: Pick<queries.ViewRow, 'id' | 'page' | 'name' | 'search' | 'shared' | 'ownerId'>) =>
  savedView.parse({ ...row, editable: isEditable(ctx, row) })

export const listViews = async (ctx: MemberCtx, page: string): Promise<SavedView[]> =>
  (await queries.listViews(ctx, ctx.actor.userId, page)).map((row) => viewOf(ctx, row))

export const addView = (ctx: MemberCtx, body: EndpointInput<typeof createSavedView>['body']): Promise<SavedView> =>
  changeDesk(ctx, async (tx) => {
    const row = { ...body, id: uuidv7(), ownerId: tx.actor.userId }
    if (!isEditable(tx, row)) throw new AppError('forbidden')
    assertRoom((await queries.listViews(tx, tx.actor.userId, body.page)).length, deskLimit)
    await queries.insertView(tx, row)
    if (row.shared) await auditDesk(tx, 'view.created', row)
    return viewOf(tx, row)
  })

const loadChangeable = async (tx: MemberCtx, id: string) => {
  const row = found(await queries.findView(tx, tx.actor.userId, id))
  if (!isEditable(tx, row)) throw new AppError('forbidden')
  return row
}

export const changeView = (ctx: MemberCtx, id: string, body: EndpointInput<typeof updateSavedView>['body']) =>
  changeDesk(ctx, async (tx) => {
    const before = await loadChangeable(tx, id)
    const change = given(body)
    const after = { ...before, ...change }
    if (after.shared && !isEditable(tx, after)) throw new AppError('forbidden')
    await queries.updateView(tx, id, change)
    if (before.shared || after.shared) await auditDesk(tx, 'view.updated', after, change)
    return viewOf(tx, after)
  })

export const removeView = (ctx: MemberCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = await loadChangeable(tx, id)
    await queries.deleteView(tx, id)
    if (row.shared) await auditDesk(tx, 'view.removed', row)
  })
