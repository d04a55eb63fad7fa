import type { FieldError } from '../errors.ts'
import { parseDateValue } from '../shared/date-value.ts'
import { type FilterCondition, type FilterGroup, type FilterOperator, isFilterGroup } from '../shared/filter.ts'
import { parseLike } from '../shared/like-value.ts'
import { type ContactField, findField, type KnownReferences } from './contact-fields.ts'

type Value = FilterCondition['value']
type Scalar = Exclude<Value, unknown[]>
/** Why a value is refused: a code of the locales (`validation:<code>`), and a text for developers. */
type Refusal = Omit<FieldError, 'path'>

const several: readonly FilterOperator[] = ['IN', 'NOT_IN', 'ANY_IN', 'ALL_IN']
const spans: readonly FilterOperator[] = ['BETWEEN', 'NOT_BETWEEN']

/** Whether an operator takes a list of values, of any length or of two. */
export const shapeOfValue = (operator: FilterOperator): 'one' | 'several' | 'span' | 'defined' => {
  if (operator === 'IS_DEFINED') return 'defined'
  if (several.includes(operator)) return 'several'
  return spans.includes(operator) ? 'span' : 'one'
}

const required: Refusal = { code: 'required', message: 'A value is required' }
const invalid = (message: string): Refusal => ({ code: 'invalid', message })

const refuseText = (field: ContactField, value: Scalar, known: KnownReferences): Refusal | null => {
  if (typeof value !== 'string') return invalid('A text is expected')
  if (value.trim() === '') return required
  const { references, options } = field
  if (references && known[references]?.has(value) === false) return { code: 'not_found', message: 'It is gone' }
  if (options && !options.includes(value)) return { code: 'not_found', message: `One of: ${options.join(', ')}` }
  return null
}

const refuseDate = (value: Scalar): Refusal | null => {
  if (value === '') return required
  if (typeof value === 'string' && parseDateValue(value)) return null
  return { code: 'date', message: 'A day, an instant, or such as today-7d and now-36h' }
}

const refuseScalar = (field: ContactField, value: Scalar, known: KnownReferences): Refusal | null => {
  switch (field.type) {
    case 'number':
      if (value === '') return required
      return typeof value === 'number' ? null : invalid('A number is expected')
    case 'boolean':
      return typeof value === 'boolean' ? null : invalid('true or false is expected')
    case 'date':
    case 'instant':
      return refuseDate(value)
    default:
      return refuseText(field, value, known)
  }
}

const refuseEach = (field: ContactField, values: Scalar[], known: KnownReferences): Refusal | null =>
  values.map((value) => refuseScalar(field, value, known)).find((refusal) => refusal !== null) ?? null

const refuseSpan = (field: ContactField, value: Value, known: KnownReferences): Refusal | null => {
  if (!Array.isArray(value) || value.length !== 2) return invalid('Two values are expected')
  const refusal = refuseEach(field, value, known)
  if (refusal) return refusal
  const [from, to] = value
  return typeof from === 'number' && typeof to === 'number' && from > to
    ? invalid('The smaller value comes first')
    : null
}

const refuseValue = (field: ContactField, { operator, value }: FilterCondition, known: KnownReferences) => {
  switch (shapeOfValue(operator)) {
    case 'defined':
      return typeof value === 'boolean' ? null : invalid('true or false is expected')
    case 'several':
      if (!Array.isArray(value)) return invalid('A list of values is expected')
      return value.length === 0 ? required : refuseEach(field, value, known)
    case 'span':
      return refuseSpan(field, value, known)
    case 'one':
      if (Array.isArray(value)) return invalid('One value is expected')
      if (operator === 'LIKE' || operator === 'NOT_LIKE') {
        if (typeof value === 'string' && parseLike(value).text.trim() === '') return required
      }
      return refuseScalar(field, value, known)
  }
}

const checkCondition = (
  condition: FilterCondition,
  fields: readonly ContactField[],
  known: KnownReferences,
  path: string,
): FieldError[] => {
  const field = findField(fields, condition.field)?.field
  if (!field) return [{ path: `${path}field`, code: 'not_found', message: 'No such field' }]
  if (!field.operators.includes(condition.operator))
    return [{ path: `${path}operator`, code: 'invalid', message: `One of: ${field.operators.join(', ')}` }]
  const refusal = refuseValue(field, condition, known)
  return refusal ? [{ path: `${path}value`, ...refusal }] : []
}

/**
 * What is wrong with the conditions of a tree, each with its path (`children.0.children.2.value`); empty for one that can
 * be asked. Groups within it must not be empty, because they would let everybody in. Without `known` the things that values name are not looked at.
 */
export const checkFilter = (
  tree: FilterGroup,
  fields: readonly ContactField[],
  known: KnownReferences = {},
  path = '',
): FieldError[] =>
  tree.children.flatMap((node, index) => {
    const at = `${path}children.${index}.`
    if (!isFilterGroup(node)) return checkCondition(node, fields, known, at)
    return node.children.length > 0 ? checkFilter(node, fields, known, at) : [{ path: `${at}children`, ...required }]
  })
