import { createHash } from 'node:crypto'
import type { ImportAction, ImportKey } from '@recado/contracts/contacts/imports'
import type { CompanyCtx } from '#server/context.ts'
import type { ImportChange } from '#server/db/schema/contacts/imports.ts'
import { newId } from '#server/lib/ids.ts'
import type { FileRow } from '#server/lib/table-files/rows-file.ts'
import { batches, findSuppressed, hashDocument } from '#server/modules/contacts/contacts/index.ts'
import { findListed } from '../queries.ts'
import { type Draft, type Plan, type RowProblem, readRow } from './draft.ts'

type Facts = batches.Fields
/** What becomes of a row, and what that takes. */
export type Verdict = {
  row: FileRow
  action: ImportAction
  problem: RowProblem | null
  /** The contact that it is about; of one to be made, the id that it would have. */
  contactId: string | null
  draft: Draft | null
  /** What the contact is afterwards. */
  next: (Facts & { id: string; binned: boolean }) | null
  points: batches.Point[]
  listed: boolean
  before: ImportChange | null
  after: ImportChange | null
}

/** Tags by their names in lower case; what a check does not know yet stands for itself. */
export type TagIds = ReadonlyMap<string, string>

const none: Facts = {
  name: null,
  phone: null,
  email: null,
  notes: null,
  organization: null,
  jobTitle: null,
  document: null,
  documentHash: null,
  birthday: null,
  address: null,
  lifecycle: null,
  ownerId: null,
  language: null,
  tagIds: [],
  attributes: {},
}

/** Fields of one value that are filled or overwritten as they are. */
const plain = [
  ...(['name', 'notes', 'organization', 'jobTitle', 'birthday', 'lifecycle', 'ownerId', 'language'] as const),
]

export type Judge = {
  tx: CompanyCtx
  plan: Plan
  tags: TagIds
  /** Whether rows see what rows before them did; a check finds such rows afterwards. */
  inOrder: boolean
}

const hashOf = ({ tx }: Pick<Judge, 'tx'>, document: string) => hashDocument(tx, document)

const keysOf = (judge: Judge, draft: Draft): Record<ImportKey, string | null> => ({
  external_id: draft.externalId === undefined ? null : `external ${draft.externalId}`,
  phone: draft.phone === undefined ? null : `phone ${draft.phone}`,
  email: draft.email === undefined ? null : `email ${draft.email}`,
  document: draft.document === undefined ? null : `document ${hashOf(judge, draft.document)}`,
})

/** By what rows find contacts; a phone always counts, as it belongs to one. */
const order = ({ rules }: Plan): ImportKey[] => [...new Set([...rules.match, 'phone' as const])]

/** What a row is known by in the file, hashed: rows that share one are about one person. */
export const rowKeys = (judge: Judge, { draft, contactId }: Verdict): string[] => {
  if (!draft) return []
  const keys = keysOf(judge, draft)
  const all = [...order(judge.plan).map((key) => keys[key]), contactId === null ? null : `contact ${contactId}`]
  return all.flatMap((key) => (key === null ? [] : [createHash('sha1').update(key).digest('base64url').slice(0, 16)]))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** What a contact is known by besides its own phone and address, unless another contact is known by it. */
const pointsOf = (
  { plan }: Judge,
  draft: Draft,
  { found }: Pick<World, 'found'>,
  [was, now]: readonly [Facts, Facts],
) => {
  const free = (kind: batches.Point['kind'], value: string) => !found.has(`${kind} ${value}`)
  const scope = plan.mapping.externalSource
  const phones = [draft.phone, ...draft.phones].filter((phone) => phone !== undefined && phone !== now.phone)
  const points: batches.Point[] = phones.flatMap((value) =>
    value !== undefined && free('phone', value) ? [{ kind: 'phone', scope: '', value }] : [],
  )
  const { email, externalId } = draft
  if (
    email !== undefined &&
    email !== now.email?.toLowerCase() &&
    email !== was.email?.toLowerCase() &&
    free('email', email)
  )
    points.push({ kind: 'email', scope: '', value: email })
  if (externalId !== undefined && free('external', externalId))
    points.push({ kind: 'external', scope, value: externalId })
  return points
}

/** The contact with what the row says: what is empty is filled, or all that it says is taken. */
const changed = (judge: Judge, draft: Draft, was: Facts): Facts => {
  const { plan, tags, tx } = judge
  const over = plan.rules.onMatch === 'overwrite'
  const next: Facts = { ...was }
  for (const field of plain) {
    const value = draft[field]
    if (value !== undefined && (over || was[field] === null || was[field] === '')) next[field] = value
  }
  next.phone = was.phone ?? draft.phone ?? null
  if (draft.email !== undefined && (was.email === null || over)) next.email = draft.email
  if (draft.document !== undefined && (was.documentHash === null || over)) {
    const hash = hashOf(judge, draft.document)
    if (hash !== was.documentHash)
      Object.assign(next, { document: tx.deps.sealer.seal(draft.document), documentHash: hash })
  }
  if (Object.keys(draft.address).length > 0)
    next.address = over ? { ...was.address, ...draft.address } : { ...was.address, ...draft.address, ...was.address }
  next.attributes = over
    ? { ...was.attributes, ...draft.attributes }
    : { ...was.attributes, ...draft.attributes, ...was.attributes }
  next.tagIds = [...new Set([...was.tagIds, ...draft.tags.map((tag) => tags.get(tag.toLowerCase()) ?? tag)])]
  return next
}

const difference = (was: Facts, next: Facts) => {
  const fields = (Object.keys(none) as (keyof Facts)[]).filter((field) => !same(was[field], next[field]))
  const pick = (facts: Facts) => Object.fromEntries(fields.map((field) => [field, facts[field]]))
  return { fields, before: pick(was), after: pick(next) }
}

type World = {
  found: Map<string, string>
  known: Map<string, batches.Known>
  listed: Set<string>
  suppressed: ReadonlySet<string>
}

const refused = (row: FileRow, action: ImportAction, problem: RowProblem, draft: Draft | null = null): Verdict => ({
  ...{ row, action, problem, draft, contactId: null, next: null, points: [], listed: false, before: null, after: null },
})

const toCreate = (judge: Judge, row: FileRow, draft: Draft, world: World): Verdict => {
  const id = newId()
  const next = { ...changed(judge, draft, none), id, binned: false }
  const points = pointsOf(judge, draft, world, [none, next])
  const listed = judge.plan.mapping.listId !== null
  const after = { points, listed, version: 1 }
  return { row, action: 'created', problem: null, contactId: id, draft, next, points, listed, before: null, after }
}

const toUpdate = (
  judge: Judge,
  row: FileRow,
  draft: Draft,
  { was, world }: { was: batches.Known; world: World },
): Verdict => {
  if (was.blocked) return refused(row, 'skipped', { code: 'blocked', field: null }, draft)
  if (judge.plan.rules.onMatch === 'skip')
    return { ...refused(row, 'skipped', { code: 'already_there', field: null }, draft), contactId: was.id }
  const next = { ...changed(judge, draft, was), id: was.id, binned: false }
  const { fields, before, after } = difference(was, next)
  const points = pointsOf(judge, draft, world, [was, next])
  const listed = judge.plan.mapping.listId !== null && !world.listed.has(was.id)
  const isChanged = fields.length > 0 || points.length > 0 || listed || was.binned
  return {
    ...{ row, draft, points, listed, problem: null, contactId: was.id },
    action: isChanged ? 'updated' : 'unchanged',
    next: isChanged ? next : null,
    before: isChanged ? { fields: before, binned: was.binned } : null,
    after: isChanged ? { fields: after, points, listed } : null,
  }
}

const judgeOne = (judge: Judge, row: FileRow, draft: Draft, world: World): Verdict => {
  if ([draft.phone, ...draft.phones, draft.email].some((value) => value !== undefined && world.suppressed.has(value)))
    return refused(row, 'skipped', { code: 'suppressed', field: null }, draft)
  const keys = keysOf(judge, draft)
  const id = order(judge.plan)
    .map((key) => (keys[key] === null ? undefined : world.found.get(keys[key])))
    .find((found) => found !== undefined)
  const was = id === undefined ? undefined : world.known.get(id)
  const owner = keys.phone === null ? undefined : world.found.get(keys.phone)
  if (was && owner !== undefined && owner !== was.id)
    return refused(row, 'failed', { code: 'key_taken', field: 'phone' }, draft)
  return was ? toUpdate(judge, row, draft, { was, world }) : toCreate(judge, row, draft, world)
}

const remember = (judge: Judge, { next, draft }: Verdict, world: World): void => {
  if (!next || !draft) return
  const was = world.known.get(next.id)
  world.known.set(next.id, {
    ...next,
    marketing: was?.marketing ?? 'unknown',
    blocked: false,
    version: was?.version ?? 1,
  })
  for (const key of Object.values(keysOf(judge, draft))) if (key !== null) world.found.set(key, next.id)
}

const lookAround = async (judge: Judge, drafts: readonly Draft[]): Promise<World> => {
  const { tx, plan } = judge
  const of = (value: (draft: Draft) => (string | undefined)[]) => [
    ...new Set(drafts.flatMap(value).filter((text) => text !== undefined)),
  ]
  const phones = of(({ phone, phones: others }) => [phone, ...others])
  const emails = of(({ email }) => [email])
  const found = await batches.findByKeys(tx, {
    scope: plan.mapping.externalSource,
    external: of(({ externalId }) => [externalId]),
    phones,
    emails,
    documents: of(({ document }) => [document]).map((document) => hashOf(judge, document)),
  })
  const ids = [...new Set(found.values())]
  const suppressed = await findSuppressed(tx, [
    ...phones.map((value) => ({ kind: 'phone' as const, value })),
    ...emails.map((value) => ({ kind: 'email' as const, value })),
  ])
  const { listId } = plan.mapping
  return {
    found,
    known: await batches.findMany(tx, ids),
    listed: listId === null ? new Set() : await findListed(tx, listId, ids),
    suppressed: new Set([...suppressed].map(({ value }) => value)),
  }
}

/** What every row says, or why it says nothing that can be taken in. */
export const readRows = (rows: readonly FileRow[], plan: Plan) =>
  rows.map((row) => ({ row, said: readRow(row.cells, plan) }))
export type Said = ReturnType<typeof readRows>[number]

export const isDraft = (said: Draft | RowProblem[]): said is Draft => !Array.isArray(said)

/** What becomes of each of some rows, in a constant number of queries. Writes nothing. */
export const judgeRows = async (judge: Judge, rows: readonly Said[]): Promise<Verdict[]> => {
  const world = await lookAround(
    judge,
    rows.flatMap(({ said }) => (isDraft(said) ? [said] : [])),
  )
  return rows.map(({ row, said }) => {
    if (!isDraft(said)) return refused(row, 'failed', said[0] ?? { code: 'value_invalid', field: null })
    const verdict = judgeOne(judge, row, said, world)
    if (judge.inOrder) remember(judge, verdict, world)
    return verdict
  })
}
