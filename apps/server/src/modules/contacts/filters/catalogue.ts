import type { FieldError } from '@recado/contracts'
import { checkFilter } from '@recado/contracts/contacts/check-filter'
import {
  type ContactField,
  contactFields,
  type FieldReference,
  fieldReferences,
  findField,
  type KnownReferences,
  type NamedReference,
} from '@recado/contracts/contacts/contact-fields'
import { conditionsOf, type FilterCondition, type FilterGroup } from '@recado/contracts/shared/filter'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { readContactSettings } from '#server/modules/contacts/contact-settings/index.ts'
import { seesPersonalData } from '#server/modules/contacts/contacts/index.ts'
import { listAttributeFacts, listReferences } from './queries/references.ts'

/** What filters may name in a company. */
export type Catalogue = { fields: ContactField[]; known: KnownReferences }

const isId = (value: unknown): value is string => z.uuid().safeParse(value).success

/** The ids that the conditions of some trees name, by what they are of. */
const namedIds = (fields: readonly ContactField[], trees: readonly FilterGroup[]): Map<FieldReference, string[]> => {
  const ids = new Map<FieldReference, string[]>()
  for (const { field, value } of trees.flatMap(conditionsOf)) {
    const kind = findField(fields, field)?.field.references
    if (kind) ids.set(kind, [...(ids.get(kind) ?? []), ...[value].flat().filter(isId)])
  }
  return ids
}

/** What contacts of the company can be filtered by. */
export const loadFields = async (
  ctx: CompanyCtx,
  rights: Parameters<typeof contactFields>[1],
): Promise<ContactField[]> => {
  const { settings } = await readContactSettings(ctx)
  return contactFields(
    await listAttributeFacts(ctx),
    rights,
    settings.stages.map(({ key }) => key),
  )
}

/** What the conditions of some trees are checked against: the fields of the company, and what their values name. */
export const loadCatalogue = async (
  ctx: CompanyCtx,
  trees: readonly FilterGroup[],
  rights: { personalData: boolean; segments?: boolean },
): Promise<Catalogue> => {
  const fields = await loadFields(ctx, rights)
  const known: { [K in FieldReference]?: ReadonlySet<string> } = {}
  for (const [kind, ids] of namedIds(fields, trees))
    known[kind] = new Set((await listReferences(ctx, kind, ids)).map(({ id }) => id))
  return { fields, known }
}

/** The phones and addresses that a tree asks for and its reader may not see. */
export const wholeValues = (tree: FilterGroup, fields: readonly ContactField[]): string[] =>
  conditionsOf(tree).flatMap(({ field, operator, value }: FilterCondition) =>
    operator !== 'IS_DEFINED' && findField(fields, field)?.field.whole === true ? [String(value)] : [],
  )

/** Fields that only readers with full access see, or that the reader may only match as a whole. */
export const hiddenFields =
  (full: readonly ContactField[], own: readonly ContactField[]) =>
  (name: string): boolean => {
    const [field, seen] = [full, own].map((fields) => findField(fields, name)?.field)
    return field !== undefined && (seen === undefined || seen.whole === true)
  }

/** Whether a tree asks for what the reader may not see: phones, addresses and sensitive fields. */
export const namesHidden = async (ctx: CompanyCtx, tree: FilterGroup): Promise<boolean> => {
  if (seesPersonalData(ctx)) return false
  const isHidden = hiddenFields(
    await loadFields(ctx, { personalData: true, segments: true }),
    await loadFields(ctx, { personalData: false, segments: true }),
  )
  return conditionsOf(tree).some(({ field }) => isHidden(field))
}

/** What is wrong with a tree in this company; `path` says where the tree stands. */
export const problemsOf = (tree: FilterGroup, { fields, known }: Catalogue, path = ''): FieldError[] => {
  const guesses = wholeValues(tree, fields).length
  return [
    ...checkFilter(tree, fields, known, path),
    ...(guesses > 1
      ? [{ path: `${path}children`, code: 'whole_once', message: 'One whole phone or e-mail at a time' }]
      : []),
  ]
}

/** Everything that the company has which values may name. */
export const listAllReferences = async (ctx: CompanyCtx): Promise<Record<FieldReference, NamedReference[]>> => {
  const all: Record<FieldReference, NamedReference[]> = {
    ...{ tags: [], lists: [], segments: [] },
    ...{ members: [], labels: [], channels: [] },
  }
  for (const kind of fieldReferences) all[kind] = await listReferences(ctx, kind)
  return all
}
