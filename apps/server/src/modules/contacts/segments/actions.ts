import type { EndpointInput } from '@recado/contracts'
import {
  type ContactCount,
  type createSegment,
  type Segment,
  segment,
  segmentLimit,
  type updateSegment,
} from '@recado/contracts/contacts/segments'
import { conditionsOf, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  displayNameOf,
  readAnyContact,
  seesPersonalData,
  shownPhone,
  spendLookups,
} from '#server/modules/contacts/contacts/index.ts'
import {
  type Catalogue,
  compileFilter,
  hiddenFields,
  loadCatalogue,
  namedIn,
  problemsOf,
  replacedIn,
  wholeValues,
  withinTime,
} from '#server/modules/contacts/filters/index.ts'
import {
  assertUnused,
  editorOf,
  findUses,
  found,
  mayEdit,
  type RemovedSetting,
  type SettingUse,
  type SettingUses,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'

type Shared = Pick<queries.SegmentRow, 'shared' | 'authorId'>

const mayEditSegment = (ctx: CompanyCtx, { shared, authorId }: Shared) =>
  mayEdit(editorOf(ctx), { shared, ownerId: authorId })

const assertMayEdit = (ctx: CompanyCtx, row: Shared): void => {
  if (!mayEditSegment(ctx, row)) throw new AppError('forbidden')
}

const hidden = '•••'

/** The tree without what a reader may not see of it. */
const concealed = (tree: FilterGroup, sees: (field: string) => boolean): FilterGroup => ({
  ...tree,
  children: tree.children.map((node) => {
    if (isFilterGroup(node)) return concealed(node, sees)
    return sees(node.field) ? node : { ...node, value: hidden }
  }),
})

/** Segments are what those who may see everything have put together, so that each reader counts the same people. */
const loadSegmentCatalogue = (ctx: CompanyCtx, rows: readonly Pick<queries.SegmentRow, 'filter'>[]) =>
  loadCatalogue(
    ctx,
    rows.map(({ filter }) => filter),
    { personalData: true },
  )

const viewOf = (
  ctx: CompanyCtx,
  row: queries.AuthoredSegment,
  { full, own, uses }: { full: Catalogue; own: Catalogue; uses: readonly SettingUse[] },
): Segment => {
  const isHidden = hiddenFields(full.fields, own.fields)
  const hides = conditionsOf(row.filter).some(({ field }) => isHidden(field))
  return segment.parse({
    ...row,
    author: personOf(row.authorId, row.authorName, row.authorAvatar),
    countedAt: row.countedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
    filter: hides ? concealed(row.filter, (field) => !isHidden(field)) : row.filter,
    problems: problemsOf(row.filter, full, 'filter.'),
    editable: mayEditSegment(ctx, row) && !hides,
    usedBy: uses.filter(({ setting, seen }) => seen && setting === row.id),
  })
}

const viewAll = async (ctx: CompanyCtx, rows: queries.AuthoredSegment[]): Promise<Segment[]> => {
  const full = await loadSegmentCatalogue(ctx, rows)
  const own = seesPersonalData(ctx) ? full : await loadCatalogue(ctx, [], { personalData: false })
  const uses = await findUses(ctx, 'segment')
  return rows.map((row) => viewOf(ctx, row, { full, own, uses }))
}

/** Those of the company and the reader's own, by name. */
export const listSegments = async (ctx: CompanyCtx): Promise<Segment[]> =>
  viewAll(ctx, await queries.listSegments(ctx, editorOf(ctx)))

/** Throws `validation_failed` for a tree that cannot be compiled, and for one that matches every contact. */
const assertFilter = async (ctx: CompanyCtx, tree: FilterGroup): Promise<void> => {
  const catalogue = await loadCatalogue(ctx, [tree], { personalData: seesPersonalData(ctx) })
  const errors =
    tree.children.length === 0
      ? [{ path: 'filter', code: 'required', message: 'A segment has a condition at least' }]
      : problemsOf(tree, catalogue, 'filter.')
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
  // What a segment counts can be read as often as one likes, so that it is counted when it is put together.
  await spendLookups(ctx, wholeValues(tree, catalogue.fields))
}

const findSeen = (ctx: CompanyCtx, id: string) => queries.findSegment(ctx, editorOf(ctx), id)

type Input = EndpointInput<typeof createSegment>['body']
type Change = Omit<EndpointInput<typeof updateSegment>['body'], 'version'>

export const segments = settingsResource({
  noun: 'segment',
  limit: segmentLimit,
  count: queries.countSegments,
  find: findSeen,
  assertEditable: assertMayEdit,
  nameOf: ({ name }) => name,
  isShared: ({ shared }) => shared,
  viewOf: async (tx, row) => found((await viewAll(tx, [row]))[0] ?? null),
  insert: async (tx, input: Input) => {
    await assertFilter(tx, input.filter)
    const row = { ...input, id: newId(), authorId: editorOf(tx).userId }
    assertMayEdit(tx, row)
    await queries.insertSegment(tx, row)
    return found(await findSeen(tx, row.id))
  },
  update: async (tx, before, change: Change) => {
    if (change.filter) await assertFilter(tx, change.filter)
    // What was shared and is no more belongs to whoever says so.
    const authorId = before.shared && change.shared === false ? editorOf(tx).userId : before.authorId
    const after = { ...given(change), authorId }
    assertMayEdit(tx, { shared: change.shared ?? before.shared, authorId })
    await queries.updateSegment(tx, before.id, after)
    return found(await findSeen(tx, before.id))
  },
  remove: async (tx, { id }, force) => {
    if (!force) await assertUnused(tx, 'segment', id)
    await queries.deleteSegment(tx, id)
  },
})

/**
 * Counts a segment and stores the number. Throws `validation_failed` for one whose conditions name what is gone.
 */
export const countSegment = async (ctx: CompanyCtx, id: string): Promise<ContactCount> => {
  const { filter } = found(await findSeen(ctx, id))
  const where = await compileFilter(ctx, filter, { personalData: true, path: 'filter.' })
  const counted = await queries.countContacts(ctx, where)
  if (counted.count !== null) await queries.saveCount(ctx, id, counted.count)
  return counted
}

/** How many contacts a tree leaves, and some of them. */
export const previewFilter = async (ctx: CompanyCtx, tree: FilterGroup) => {
  const where = await compileFilter(ctx, tree, { path: 'filter.' })
  const full = seesPersonalData(ctx)
  const [counted, sample] = await Promise.all([queries.countContacts(ctx, where), queries.findSample(ctx, where)])
  return {
    ...counted,
    sample: sample.map((row) => ({
      id: row.id,
      displayName: displayNameOf(row, full),
      phone: shownPhone(row.phone, full),
    })),
  }
}

/** Segments that the actor sees and a contact belongs to; those whose conditions name what is gone have no one. Throws
 * `not_found` and `filter_too_slow`. */
export const readSegmentsOf = async (ctx: CompanyCtx, contactId: string) => {
  const { id: contact } = await readAnyContact(ctx, contactId)
  const rows = await queries.listSegments(ctx, editorOf(ctx))
  const catalogue = await loadSegmentCatalogue(ctx, rows)
  const whole = rows.filter(({ filter }) => problemsOf(filter, catalogue).length === 0)
  const conditions = await Promise.all(
    whole.map(async ({ id, filter }) => ({ id, where: await compileFilter(ctx, filter, { catalogue }) })),
  )
  const holding = await withinTime(ctx, (tx) => queries.findHolding(tx, contact, conditions))
  return whole.filter(({ id }) => holding.has(id)).map(({ id, name, shared }) => ({ id, name, shared }))
}

/** Of tags that are merged, segments ask for the one that stays. */
export const followMerge = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  const using = (await queries.listSegments(tx)).filter(({ filter }) => namedIn(filter, 'tag').includes(tagId))
  for (const row of using)
    await queries.updateSegment(tx, row.id, { filter: replacedIn(row.filter, 'tag', tagId, intoId) })
}

/** What segments name; a segment names no other. */
export const settingsInSegments: SettingUses = async (ctx, kind) => {
  if (kind === 'segment') return []
  const { userId } = editorOf(ctx)
  return (await queries.listSegments(ctx)).flatMap(({ id, name, filter, shared, authorId }) =>
    namedIn(filter, kind).map((setting) => ({ setting, by: 'segment', id, name, seen: shared || authorId === userId })),
  )
}
