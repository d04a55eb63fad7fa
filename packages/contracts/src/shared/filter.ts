import { z } from 'zod'

// One language for conditions wherever the product asks for them: segments and lists of contacts, campaigns,
// automations, agents. Its operators are those of the conditions of notification steps.

export const filterOperators = [
  'EQUAL',
  'NOT_EQUAL',
  'LARGER',
  'SMALLER',
  'LARGER_EQUAL',
  'SMALLER_EQUAL',
  'IN',
  'NOT_IN',
  'IS_DEFINED',
  'LIKE',
  'NOT_LIKE',
  'BETWEEN',
  'NOT_BETWEEN',
  'ALL_IN',
  'ANY_IN',
] as const
export type FilterOperator = (typeof filterOperators)[number]

export const filterJoiners = ['AND', 'OR'] as const
export type FilterJoiner = (typeof filterJoiners)[number]

/** Groups stand within groups so deep, and a tree holds so many conditions. */
export const filterLimits = { levels: 4, conditions: 50, values: 500 } as const

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

/** One condition; which operators and values its field takes is up to the catalogue of fields it is checked against. */
export const filterCondition = z.object({
  /** A name of the catalogue, such as `tags`, `attributes.size` or `consent.marketing`. */
  field: z.string().min(1).max(100),
  operator: z.enum(filterOperators),
  value: z.union([scalar, z.array(scalar).max(filterLimits.values)]),
})
export type FilterCondition = z.output<typeof filterCondition>

/** What it holds is joined by `value`; an empty group leaves everything. */
export type FilterGroup = { value: FilterJoiner; children: (FilterGroup | FilterCondition)[] }

const groupOf = (levels: number): z.ZodType<FilterGroup> =>
  z.object({
    value: z.enum(filterJoiners),
    children: z
      .array(levels > 1 ? z.union([filterCondition, groupOf(levels - 1)]) : filterCondition)
      .max(filterLimits.conditions),
  })

export const isFilterGroup = (node: FilterGroup | FilterCondition): node is FilterGroup => 'children' in node

/** Every condition of a tree, from left to right. */
export const conditionsOf = (group: FilterGroup): FilterCondition[] =>
  group.children.flatMap((node) => (isFilterGroup(node) ? conditionsOf(node) : [node]))

/** A tree within the limits. That its fields exist and take its values is checked against their catalogue. */
export const filterTree: z.ZodType<FilterGroup> = groupOf(filterLimits.levels).refine(
  (group) => conditionsOf(group).length <= filterLimits.conditions,
  { message: `At most ${filterLimits.conditions} conditions` },
)

/** Most characters of a tree that is written as a text, such as in an address. */
export const filterTextLimit = 4000

const parsed = (text: string, context: z.RefinementCtx): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'Not JSON' })
    return z.NEVER
  }
}

/** A tree written as JSON, for where only texts can stand. */
export const filterText = z.string().max(filterTextLimit).transform(parsed).pipe(filterTree)
