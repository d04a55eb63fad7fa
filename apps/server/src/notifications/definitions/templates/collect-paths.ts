import type { TemplateVariable } from '@recado/contracts/notifications/domain'
import { helperArity } from './helpers.ts'
import { isBlock, isCall, isMustache, isPath } from './nodes.ts'
import { simpleNameOf } from './parse.ts'

type VariableType = TemplateVariable['type']
type Report = (parts: string[], type: VariableType) => void

/** Where names are looked up: below a path from the root, or (null) in items that only the block knows. */
type Scope = { base: string[] | null; names: string[] }
type Scopes = readonly Scope[]

const ofList = new Set(['each', 'unique', 'groupBy', 'sortBy'])

const expectedType = (helper: string | null, position: number): VariableType => {
  if (helper === null || position > 0) return 'String'
  if (ofList.has(helper)) return 'Array'
  return helper === 'if' || helper === 'unless' ? 'Boolean' : 'String'
}

/** A path from the root, or null for what only a block knows. */
const absolutePath = (path: hbs.AST.PathExpression, scopes: Scopes): string[] | null => {
  const { data, depth, parts } = path
  if (data) return parts[0] === 'root' ? parts.slice(1) : null
  const [first] = parts
  const isScoped = depth > 0 || /^(this\b|\.)/.test(path.original)
  if (!isScoped && first !== undefined && scopes.some(({ names }) => names.includes(first))) return null
  const base = scopes[scopes.length - 1 - depth]?.base
  return base ? [...base, ...parts] : null
}

/** Reports every payload path that a template reads, and how it is used. */
export const collectPaths = (program: hbs.AST.Program, report: Report) => {
  const visitExpression = (expression: hbs.AST.Expression, type: VariableType, scopes: Scopes) => {
    if (isCall(expression)) visitCall(expression, scopes)
    if (!isPath(expression)) return
    const path = absolutePath(expression, scopes)
    if (path && path.length > 0) report(path, type)
  }

  const visitCall = (call: Pick<hbs.AST.MustacheStatement, 'path' | 'params' | 'hash'>, scopes: Scopes) => {
    const helper = simpleNameOf(call.path)
    call.params.forEach((param, position) => {
      visitExpression(param, expectedType(helper, position), scopes)
    })
    for (const { value } of call.hash?.pairs ?? []) visitExpression(value, 'String', scopes)
  }

  const innerScopes = (block: hbs.AST.BlockStatement, scopes: Scopes): Scopes => {
    const helper = simpleNameOf(block.path)
    const names = block.program?.blockParams ?? []
    if (helper === 'with') {
      const [param] = block.params
      const base = param && isPath(param) ? absolutePath(param, scopes) : null
      return [...scopes, { base, names }]
    }
    const keepsContext = helper !== null && helper in helperArity && helper !== 'each'
    return keepsContext ? scopes : [...scopes, { base: null, names }]
  }

  const visitBlock = (block: hbs.AST.BlockStatement, scopes: Scopes) => {
    const helper = simpleNameOf(block.path)
    if (helper !== null && helper in helperArity) visitCall(block, scopes)
    else visitExpression(block.path, 'Array', scopes)
    if (block.program) visitProgram(block.program, innerScopes(block, scopes))
    if (block.inverse) visitProgram(block.inverse, scopes)
  }

  const visitProgram = ({ body }: hbs.AST.Program, scopes: Scopes) => {
    for (const statement of body) {
      if (isBlock(statement)) visitBlock(statement, scopes)
      if (!isMustache(statement)) continue
      const helper = simpleNameOf(statement.path)
      if (helper !== null && helper in helperArity) visitCall(statement, scopes)
      else visitExpression(statement.path, 'String', scopes)
    }
  }

  visitProgram(program, [{ base: [], names: [] }])
}
