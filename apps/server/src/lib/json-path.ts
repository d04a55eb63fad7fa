import { mappingLimits } from '@recado/contracts/integrations/webhook-mapping'
import { JSONPathEnvironment, JSONPathError, type JSONPathQuery, jsonpath } from 'json-p3'
import { createCache } from '#server/lib/cache.ts'

// JSONPath (RFC 9535) that reads each value of a body a few times at most, whatever the path: anyone who connects a system
// writes paths, and what is read by them was sent by strangers.

const { expressions, selectors } = jsonpath

/** Values that one path answers at most. */
const MOST_VALUES = 100

/** Without functions: two of them take regular expressions, which can be made to run for years. */
class PlainEnvironment extends JSONPathEnvironment {
  protected override setupFilterFunctions(): void {
    this.functionRegister.clear()
  }
}
const environment = new PlainEnvironment({ maxRecursionDepth: 100 })

type Expression = jsonpath.expressions.FilterExpression

/** Each value that a filter is asked for costs what is asked in it: single places alone. */
const isPlainFilter = (expression: Expression): boolean => {
  if (expression instanceof expressions.LogicalExpression) return isPlainFilter(expression.expression)
  if (expression instanceof expressions.PrefixExpression) return isPlainFilter(expression.right)
  if (expression instanceof expressions.InfixExpression)
    return isPlainFilter(expression.left) && isPlainFilter(expression.right)
  if (expression instanceof expressions.FilterQuery) return expression.path.singularQuery()
  return expression instanceof expressions.FilterExpressionLiteral
}

const isPlainSelector = (selector: jsonpath.JSONPathSelector): boolean =>
  !(selector instanceof selectors.FilterSelector) || isPlainFilter(selector.expression)

/** Paths that branch more than once within a level read the same values again and again. */
const isPlain = ({ segments }: JSONPathQuery): boolean =>
  segments.filter((segment) => segment.toString().startsWith('..')).length <= 1 &&
  segments.every((segment) => segment.selectors.length === 1 && segment.selectors.every(isPlainSelector))

type Compiled = { query: JSONPathQuery } | { refusal: string }

const compile = (path: string): Compiled => {
  if (path.length > mappingLimits.path) return { refusal: 'The path is too long' }
  try {
    const query = environment.compile(path)
    if (isPlain(query)) return { query }
    return { refusal: 'The path has functions, several descendant segments, or several selectors in one segment' }
  } catch (error) {
    if (error instanceof JSONPathError) return { refusal: error.message }
    throw error
  }
}

const known = createCache<Compiled>({ max: 5000 })

const compiled = (path: string): Compiled => {
  const atHand = known.get(path)
  if (atHand) return atHand
  const made = compile(path)
  void known.load(path, async () => made)
  return made
}

/** Why a path cannot be used; null when it can. */
export const refusePath = (path: string): string | null => {
  const made = compiled(path)
  return 'refusal' in made ? made.refusal : null
}

/** What stands at a path of a JSON value: the first hundred of it, nothing for a path that cannot be used. */
export const readPath = (path: string, value: unknown): unknown[] => {
  const made = compiled(path)
  if ('refusal' in made || value === undefined) return []
  const found: unknown[] = []
  for (const node of made.query.lazyQuery(value as never)) {
    found.push(node.value)
    if (found.length >= MOST_VALUES) break
  }
  return found
}
