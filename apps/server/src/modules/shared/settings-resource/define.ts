import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { assertRoom, auditSetting, changeSettings, found } from './change.ts'

/** Kinds of settings, as the audit log calls them. */
type Noun =
  | 'business_hours'
  | 'canned_reply'
  | 'contact_attribute'
  | 'contact_list'
  | 'contact_tag'
  | 'label'
  | 'macro'
  | 'segment'
  | 'sla_policy'
  | 'team'
type Stored = { id: string; version: number }

/** One kind of setting of which a company has several. `Row` is how it is stored, `View` how it is answered. */
type Definition<Row extends Stored, View, Input, Change extends object> = {
  noun: Noun
  /** Most that there may be. */
  limit: number
  count: (tx: CompanyCtx) => Promise<number>
  find: (tx: CompanyCtx, id: string) => Promise<Row | null>
  /** Throws where the actor may see but not change it. */
  assertEditable?: (tx: CompanyCtx, row: Row) => void
  nameOf: (row: Row) => string
  /** Whether the log tells of it; without this of every one. */
  isShared?: (row: Row) => boolean
  viewOf: (tx: CompanyCtx, row: Row) => View | Promise<View>
  /** Both check what is asked and answer the row as it is then. */
  insert: (tx: CompanyCtx, input: Input) => Promise<Row>
  update: (tx: CompanyCtx, before: Row, change: Change) => Promise<Row>
  /** `force`: although other things name it. */
  remove: (tx: CompanyCtx, row: Row, force: boolean) => Promise<void>
}

/**
 * Creates, updates and deletes settings of a kind: within the limit, against the version that was read, written down, and
 * told to browsers. `update` throws `conflict` with the setting as it is when `version` is not its own.
 */
export const settingsResource = <Row extends Stored, View, Input, Change extends object>(
  definition: Definition<Row, View, Input, Change>,
) => {
  const { noun, limit, nameOf, viewOf, isShared = () => true } = definition
  const load = async (tx: CompanyCtx, id: string): Promise<Row> => {
    const row = found(await definition.find(tx, id))
    definition.assertEditable?.(tx, row)
    return row
  }
  const audit = (tx: CompanyCtx, verb: 'created' | 'updated' | 'removed', row: Row, fields: object = {}) =>
    auditSetting(tx, `${noun}.${verb}`, { id: row.id, name: nameOf(row) }, fields)
  return {
    create: (ctx: CompanyCtx, input: Input): Promise<View> =>
      changeSettings(ctx, async (tx) => {
        assertRoom(await definition.count(tx), limit)
        const row = await definition.insert(tx, input)
        if (isShared(row)) await audit(tx, 'created', row)
        return viewOf(tx, row)
      }),
    update: (ctx: CompanyCtx, id: string, version: number, change: Change): Promise<View> =>
      changeSettings(ctx, async (tx) => {
        const before = await load(tx, id)
        if (before.version !== version) throw new AppError('conflict', { data: { current: await viewOf(tx, before) } })
        const after = await definition.update(tx, before, change)
        if (isShared(before) || isShared(after)) await audit(tx, 'updated', after, given(change))
        return viewOf(tx, after)
      }),
    remove: (ctx: CompanyCtx, id: string, force = false): Promise<void> =>
      changeSettings(ctx, async (tx) => {
        const row = await load(tx, id)
        await definition.remove(tx, row, force)
        if (isShared(row)) await audit(tx, 'removed', row)
      }),
  }
}
