import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const slice = '?calls'
const contract = /packages\/contracts\/src\/[\w/-]+\.ts$/
const importing = /^import \{([^}]+)\} from '([^']*contracts\/[^']+|\.\.?\/[^']+)'$/gm
/** What the browser's client reads of an endpoint (`src/lib/api.ts`), and what it is handed to there. */
const sent = ['method', 'path', 'bodyKind']
const handedOver = /(\b(call|upload|urlOf|fetchFile)\(([^(){},?]*\?\s*(\w+\s*:)?)?|\btypeof)\s*$/
/** After which a name is that of something else, as where a form loads its schema. */
const ofAnother = /[\w)\]?]\.$/
const isRead = new RegExp(`^\\.(${sent.join('|')})\\b`)

type Node = { type: string; start: number; end: number; [key: string]: unknown }
type Parse = (code: string) => { body: unknown[] }

const nameOf = (node: unknown): string => String((node as { name?: string } | null)?.name ?? '')

/** Whether a value is spelt out; lists may go on with those that are `known`. */
const isPlain = (node: Node, known?: ReadonlyMap<string, string>): boolean => {
  if (node.type === 'Literal') return true
  if (['TSAsExpression', 'TSSatisfiesExpression'].includes(node.type)) return isPlain(node['expression'] as Node, known)
  if (node.type === 'ObjectExpression')
    return (node['properties'] as Node[]).every(
      ({ type, computed, value }) => type === 'Property' && computed === false && isPlain(value as Node, known),
    )
  if (node.type === 'ArrayExpression')
    return (node['elements'] as (Node | null)[]).every((item) => item && isPlain(item, known))
  if (node.type === 'SpreadElement') return known?.has(nameOf(node['argument'])) ?? false
  return (
    node.type === 'BinaryExpression' && isPlain(node['left'] as Node, known) && isPlain(node['right'] as Node, known)
  )
}

/** An endpoint without its schemas; null where the file does not spell out where it is. */
const callOf = (init: Node, code: string): string | null => {
  if (init.type !== 'CallExpression' || nameOf(init['callee']) !== 'endpoint') return null
  const [shape] = init['arguments'] as Node[]
  const fields = ((shape?.['properties'] ?? []) as Node[]).filter((field) => sent.includes(nameOf(field['key'])))
  const isSpelt = fields.every((field) => isPlain(field['value'] as Node))
  const hasPath = ['method', 'path'].every((name) => fields.some((field) => nameOf(field['key']) === name))
  return isSpelt && hasPath ? `{ ${fields.map(({ start, end }) => code.slice(start, end)).join(', ')} }` : null
}

type Parts = { calls: Map<string, string>; constants: Map<string, string> }

const partsOf = (file: string, parse: Parse): Parts => {
  const code = readFileSync(file, 'utf8')
  const calls = new Map<string, string>()
  const constants = new Map<string, string>()
  for (const statement of parse(code).body as Node[]) {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : null
    for (const { id, init } of (declared?.['declarations'] ?? []) as { id: Node; init: Node | null }[]) {
      if (!init) continue
      const call = callOf(init, code)
      if (call) calls.set(nameOf(id), call)
      else if (isPlain(init, constants)) constants.set(nameOf(id), code.slice(init.start, init.end))
    }
  }
  return { calls, constants }
}

/**
 * Lets pages that only call the API do without its schemas: endpoints that a file only hands to the client, and
 * constants, are imported from a slice of their contract that has neither schemas nor their library. An endpoint that is
 * used in any other way comes whole.
 */
export const contractCalls = (): Plugin => {
  const known = new Map<string, Parts>()
  const parts = (file: string, parse: Parse): Parts => {
    const found = known.get(file) ?? partsOf(file, parse)
    known.set(file, found)
    return found
  }
  return {
    name: 'recado-contract-calls',
    apply: 'build',
    enforce: 'pre',
    load(id) {
      const file = id.replace(slice, '')
      if (file === id || !contract.test(file)) return null
      const { calls, constants } = parts(file, (code) => this.parse(code, { lang: 'ts' }))
      return [...calls, ...constants].map(([name, value]) => `export const ${name} = ${value}`).join('\n')
    },
    async transform(code, id) {
      if (!/\.tsx?($|\?tsr)/.test(id) || id.includes('node_modules')) return null
      let changed = code
      const body = code.replaceAll(importing, '')
      for (const [whole, names = '', source = ''] of code.matchAll(importing)) {
        const file = (await this.resolve(source, id))?.id ?? ''
        if (!contract.test(file)) continue
        const { calls, constants } = parts(file, (text) => this.parse(text, { lang: 'ts' }))
        const isEnough = (item: string): boolean => {
          const [name = '', local = name] = item.split(' as ')
          const uses = [...body.matchAll(new RegExp(`\\b${local}\\b`, 'g'))]
          const isCalled = ({ index }: { index: number }) =>
            handedOver.test(body.slice(0, index)) ||
            ofAnother.test(body.slice(0, index)) ||
            isRead.test(body.slice(index + local.length))
          return constants.has(name) || (calls.has(name) && uses.every(isCalled))
        }
        const items = names.split(',').flatMap((item) => (item.trim().startsWith('type ') ? [] : item.trim() || []))
        const light = items.filter(isEnough)
        const others = items.filter((item) => !isEnough(item))
        const lines = [
          light.length > 0 ? `import { ${light.join(', ')} } from '${file}${slice}'` : '',
          others.length > 0 ? `import { ${others.join(', ')} } from '${source}'` : '',
        ]
        changed = changed.replace(whole, () => lines.join('; '))
      }
      return changed === code ? null : { code: changed, map: null }
    },
  }
}
