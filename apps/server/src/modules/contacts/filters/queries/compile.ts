import type { FieldError } from '@recado/contracts'
import { type ContactField, findField } from '@recado/contracts/contacts/contact-fields'
import {
  conditionsOf,
  type FilterCondition,
  type FilterGroup,
  type FilterOperator,
  isFilterGroup,
} from '@recado/contracts/shared/filter'
import { type SQL, sql } from 'drizzle-orm'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { seesPersonalData, spendLookups } from '#server/modules/contacts/contacts/index.ts'
import { type Catalogue, loadCatalogue, problemsOf, wholeValues } from '../catalogue.ts'
import { predicateOf } from './fields.ts'
import { type Positive, textsOf } from './predicates.ts'
import { findTrees } from './references.ts'

const opposites = { NOT_EQUAL: 'EQUAL', NOT_IN: 'IN', NOT_LIKE: 'LIKE', NOT_BETWEEN: 'BETWEEN' } as const

const isNegative = (operator: FilterOperator): operator is keyof typeof opposites => operator in opposites

/** Fields of which a row says yes or no, and nothing third: the planner joins these rather than asking row by row. */
const isCertain = ({ name }: ContactField) =>
  /^(lists$|username$|external_id$|blocked$|window_open$|conversation\.|messages\.)/.test(name)

/** What conditions come to: the fields of the company, and the contacts of segments by the segments' ids. */
type Known = { ctx: CompanyCtx; fields: readonly ContactField[]; segments: ReadonlyMap<string, SQL> }

const inSegments = ({ segments }: Known, { operator, value }: FilterCondition): SQL => {
  const any = sql.join(
    textsOf(value).flatMap((id) => segments.get(id) ?? []),
    sql` or `,
  )
  return operator === 'NOT_IN' ? sql`((${any}) is not true)` : sql`(${any})`
}

const compileCondition = (known: Known, condition: FilterCondition): SQL => {
  const { operator, value } = condition
  const found = findField(known.fields, condition.field)
  if (!found) throw new Error(`Not checked: ${condition.field}`)
  if (found.field.name === 'segments') return inSegments(known, condition)
  const negate = isNegative(operator) || (operator === 'IS_DEFINED' && value === false)
  const positive: Positive = isNegative(operator) ? opposites[operator] : operator
  const holds = predicateOf(known.ctx, found.field, found.days)(positive, value)
  if (!negate) return sql`(${holds})`
  return isCertain(found.field) ? sql`(not (${holds}))` : sql`((${holds}) is not true)`
}

const compileGroup = (known: Known, group: FilterGroup): SQL => {
  if (group.children.length === 0) return sql`true`
  const parts = group.children.map((node) =>
    isFilterGroup(node) ? compileGroup(known, node) : compileCondition(known, node),
  )
  return sql`(${sql.join(parts, group.value === 'AND' ? sql` and ` : sql` or `)})`
}

const refuse = (errors: FieldError[]): void => {
  if (errors.length > 0) throw new AppError('validation_failed', { errors })
}

/** Segments name no segments, so that this ends. Those that somebody has put together count the same for each reader. */
const compileSegments = async (ctx: CompanyCtx, tree: FilterGroup, path: string): Promise<Map<string, SQL>> => {
  const ids = conditionsOf(tree).flatMap(({ field, value }) => (field === 'segments' ? textsOf(value) : []))
  const compiled = new Map<string, SQL>()
  if (ids.length === 0) return compiled
  const trees = await findTrees(ctx, ids)
  const catalogue = await loadCatalogue(ctx, [...trees.values()], { personalData: true })
  for (const [id, filter] of trees) {
    const isBroken = problemsOf(filter, catalogue).length > 0
    if (isBroken) refuse([{ path, code: 'invalid', message: `Segment ${id} names what is gone` }])
    compiled.set(id, compileGroup({ ctx, fields: catalogue.fields, segments: compiled }, filter))
  }
  return compiled
}

type Options = { personalData?: boolean; path?: string; catalogue?: Catalogue }

/**
 * A tree of conditions as SQL over contacts under the alias `ct`. Throws `validation_failed`, with the path of each
 * condition, for fields and values that are not there or not the reader's to see, and `quota_exceeded` for readers who
 * look up more phones than they may in a day. `personalData` says that somebody who
 * may see everything has put the tree together, `path` where it stands in what was sent; `catalogue` is given by whoever
 * has loaded it already, for many trees at once.
 */
export const compileFilter = async (
  ctx: CompanyCtx,
  tree: FilterGroup,
  { personalData = seesPersonalData(ctx), path = '', catalogue: given }: Options = {},
): Promise<SQL> => {
  const catalogue = given ?? (await loadCatalogue(ctx, [tree], { personalData, segments: true }))
  refuse(problemsOf(tree, catalogue, path))
  await spendLookups(ctx, wholeValues(tree, catalogue.fields))
  const segments = await compileSegments(ctx, tree, `${path}children`)
  return compileGroup({ ctx, fields: catalogue.fields, segments }, tree)
}
