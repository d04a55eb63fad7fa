import Handlebars from 'handlebars'
import { assertReadable, DEEPEST_BLOCK } from './bounds.ts'
import { helperArity } from './helpers.ts'
import { isBlock, isCall, isMustache, isPath } from './nodes.ts'
import { TemplateError } from './template-error.ts'

export type ParsedTemplate = { program: hbs.AST.Program; statements: number }

/** The name of a call that can only be a helper: `name`, not `a.b`, `this.name` or `@name`. */
export const simpleNameOf = (path: hbs.AST.Expression): string | null => {
  if (!isPath(path)) return null
  const { data, depth, parts, original } = path
  return !data && depth === 0 && parts.length === 1 && original === parts[0] ? original : null
}

const excerptOf = (lines: string[]) => (lines[1] ?? '').slice(-40).trim()

const problemOf = (message: string): TemplateError => {
  const mismatch = /^(\S+) doesn't match (\S+) - (\d+):/.exec(message)
  if (mismatch) return new TemplateError(`{{#${mismatch[1]}}} is closed by {{/${mismatch[2]}}}`, Number(mismatch[3]))
  const path = /^Invalid path: (.+) - (\d+):/.exec(message)
  if (path) return new TemplateError(`"${path[1]}" is not a valid path`, Number(path[2]))
  const place = /^(?:Parse|Lexical) error on line (\d+)/.exec(message)
  if (!place) return new TemplateError(message)
  const line = Number(place[1])
  const found = /got '([A-Z_]+)'$/.exec(message)?.[1]
  if (found === 'EOF') return new TemplateError('the text ends inside a block or tag that is not closed', line)
  if (found === 'OPEN_ENDBLOCK') return new TemplateError('a block is closed that was not opened', line)
  return new TemplateError(`this cannot be read: ${excerptOf(message.split('\n'))}`, line)
}

const parseText = (template: string): hbs.AST.Program => {
  try {
    return Handlebars.parse(template)
  } catch (error) {
    if (error instanceof RangeError) throw new TemplateError('the tags are nested too deeply')
    throw problemOf(error instanceof Error ? error.message : String(error))
  }
}

type Call = Pick<hbs.AST.MustacheStatement, 'path' | 'params' | 'hash' | 'loc'>

const assertCall = ({ path, params, hash, loc }: Call, required: boolean) => {
  const name = simpleNameOf(path)
  const { line } = loc.start
  const arity = name === null ? undefined : helperArity[name]
  if (arity) {
    const [least, most] = arity
    if (params.length < least || params.length > most)
      throw new TemplateError(`"${name}" needs ${least === most ? least : `at least ${least}`} value(s)`, line)
    return
  }
  const isCall = required || params.length > 0 || (hash?.pairs ?? []).length > 0
  if (isCall) throw new TemplateError(`there is no helper "${isPath(path) ? path.original : name}"`, line)
}

const assertExpressions = (call: Call, depth: number) => {
  if (depth > DEEPEST_BLOCK) throw new TemplateError('the tags are nested too deeply', call.loc.start.line)
  for (const expression of [...call.params, ...(call.hash?.pairs ?? []).map((pair) => pair.value)]) {
    if (!isCall(expression)) continue
    assertCall(expression, true)
    assertExpressions(expression, depth + 1)
  }
}

const checkProgram = (program: hbs.AST.Program, depth: number): number => {
  let statements = 0
  for (const statement of program.body) {
    statements += 1
    const { line } = statement.loc.start
    if (statement.type.startsWith('Partial'))
      throw new TemplateError('other templates cannot be included with {{> …}}', line)
    if (statement.type.startsWith('Decorator')) throw new TemplateError('{{* …}} is not available', line)
    if (!isMustache(statement) && !isBlock(statement)) continue
    assertCall(statement, false)
    assertExpressions(statement, 0)
    if (!isBlock(statement)) continue
    if (depth > DEEPEST_BLOCK) throw new TemplateError('the blocks are nested too deeply', line)
    for (const inner of [statement.program, statement.inverse]) if (inner) statements += checkProgram(inner, depth + 1)
  }
  return statements
}

/** Reads a template and refuses what could not be rendered; throws TemplateError. */
export const parseTemplate = (template: string): ParsedTemplate => {
  assertReadable(template)
  const program = parseText(template)
  return { program, statements: checkProgram(program, 0) }
}
