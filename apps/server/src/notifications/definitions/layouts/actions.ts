import type { LayoutChanges, NewLayout } from '@recado/contracts/notifications/layouts'
import { inTransaction } from '#server/context.ts'
import { announceChange, type EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badFields, conflict, notFound } from '#server/notifications/shared/errors.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { creatorOf, recordChange } from '../changes/record.ts'
import { checkSyntax } from '../templates/variables.ts'
import * as queries from './queries.ts'

/** What makes up a layout, wherever it lives. */
export type SavedLayout = Pick<
  queries.LayoutRow,
  'name' | 'identifier' | 'description' | 'content' | 'contentType' | 'variables' | 'isDefault'
>

export const layoutSnapshot = (row: SavedLayout): SavedLayout => ({
  name: row.name,
  identifier: row.identifier,
  description: row.description,
  content: row.content,
  contentType: row.contentType,
  variables: row.variables,
  isDefault: row.isDefault,
})

const recordLayout = (ctx: EnvironmentCtx, row: queries.LayoutRow): Promise<void> =>
  recordChange(ctx, { type: 'Layout', entityId: row.id, snapshot: layoutSnapshot(row) })

const unknown = (id: string) => notFound(`Layout with id ${id} not found`)

export const loadLayout = async (ctx: EnvironmentCtx, id: string): Promise<queries.LayoutRow> => {
  const row = await queries.findLayout(ctx, id)
  if (!row) throw unknown(id)
  return row
}

/** Before another one becomes the default. Answers whether there was one. */
export const unsetDefault = async (ctx: EnvironmentCtx): Promise<boolean> => {
  const before = await queries.findDefaultLayout(ctx)
  if (before) await recordLayout(ctx, await queries.updateLayoutRow(ctx, before.id, { isDefault: false }))
  return before !== null
}

const assertFree = async (ctx: EnvironmentCtx, identifier: string, exceptId: string): Promise<void> => {
  if (await queries.isIdentifierTaken(ctx, identifier, exceptId))
    throw conflict(`A layout with the identifier ${identifier} exists already`)
}

const assertContent = (content: string | undefined): void => {
  const refused = content === undefined ? [] : checkSyntax({ type: 'email', content })
  if (refused.length > 0) throw badFields(refused)
}

export const createLayout = (ctx: EnvironmentCtx, input: NewLayout): Promise<queries.LayoutRow> =>
  inTransaction(ctx, async (tx) => {
    assertContent(input.content)
    await queries.lockLayouts(tx)
    const id = createNotificationId()
    await assertFree(tx, input.identifier, id)
    const isDefault = input.isDefault ? true : (await queries.findDefaultLayout(tx)) === null
    if (isDefault) await unsetDefault(tx)
    const row = await queries.insertLayout(tx, {
      id,
      creatorId: creatorOf(tx),
      name: input.name,
      identifier: input.identifier,
      description: input.description ?? null,
      content: input.content,
      variables: input.variables ?? [],
      isDefault,
    })
    await recordLayout(tx, row)
    announceChange(tx)
    return row
  })

export const updateLayout = (ctx: EnvironmentCtx, id: string, changes: LayoutChanges): Promise<queries.LayoutRow> =>
  inTransaction(ctx, async (tx) => {
    assertContent(changes.content)
    await queries.lockLayouts(tx)
    const before = await loadLayout(tx, id)
    if (changes.identifier) await assertFree(tx, changes.identifier, id)
    if (before.isDefault && changes.isDefault === false)
      throw conflict('One layout must be the default: make another one the default instead')
    if (changes.isDefault && !before.isDefault) await unsetDefault(tx)
    const row = await queries.updateLayoutRow(tx, id, {
      name: changes.name ?? before.name,
      identifier: changes.identifier ?? before.identifier,
      description: changes.description === undefined ? before.description : changes.description,
      content: changes.content ?? before.content,
      variables: changes.variables ?? before.variables,
      isDefault: changes.isDefault ?? before.isDefault,
    })
    await recordLayout(tx, row)
    announceChange(tx)
    return row
  })

export const setDefaultLayout = async (ctx: EnvironmentCtx, id: string): Promise<void> => {
  await updateLayout(ctx, id, { isDefault: true })
}

/** Takes away a layout that is neither the default nor used by a workflow. */
export const deleteLayout = (ctx: EnvironmentCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    await queries.lockLayouts(tx)
    const row = await queries.lockLayout(tx, id)
    if (!row) throw unknown(id)
    if (row.isDefault) throw conflict('The default layout cannot be deleted')
    if (await queries.isLayoutUsed(tx, id)) throw conflict('The layout cannot be deleted while workflows use it')
    await queries.deleteLayoutRow(tx, id)
    await recordChange(tx, { type: 'Layout', entityId: id, snapshot: null })
    announceChange(tx)
  })
