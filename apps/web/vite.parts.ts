import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { libraryFiles, namesIn } from './vite.library.ts'

const src = fileURLToPath(new URL('src', import.meta.url))
const componentFile = /@mantine\/(core|dates)\/esm\/components\/.*\.mjs$/
const attached = /^([A-Z]\w*)\.([A-Z]\w*) = \w+;\n/gm
const named = /^[A-Z]\w*\.displayName = .*;\n/gm

const withoutParts = (code: string, taken: ReadonlySet<string>): string =>
  code.replace(attached, (whole, name, part) => (taken.has(`${name}.${part}`) ? whole : '')).replace(named, '')

/** Parts that some code takes from a component, such as `Menu.Item`. */
const takenIn = (code: string): string[] => {
  const own = new Map(
    [...code.matchAll(/\b([A-Z]\w*) as ([A-Z]\w*)\b/g)].map(([, name = '', alias = '']) => [alias, name]),
  )
  return [...code.replace(attached, '').matchAll(/\b([A-Z]\w*)\.([A-Z]\w*)\b/g)].map(
    ([, name = '', part = '']) => `${own.get(name) ?? name}.${part}`,
  )
}

const imports = /^import (?!type\b)([^'"]+) from ['"]([^'"]+)['"];?$/gm

/** Leaves out the imports of which nothing is used. */
const withoutImports = (code: string): string => {
  const used = new Set(code.replace(imports, '').match(/[\w$]+/g))
  return code.replace(imports, (whole, clause: string) =>
    (clause.match(/[\w$]+/g) ?? []).some((name) => used.has(name)) ? whole : '',
  )
}

/** The files of the library that some code loads, `folder` being where it is. */
const loadedBy = (code: string, folder: string): string[] =>
  [...withoutImports(code).matchAll(imports)].flatMap(([, clause = '', source = '']) =>
    source.startsWith('.')
      ? join(folder, source)
      : namesIn(clause).flatMap((name) => libraryFiles.get(source)?.get(name) ?? []),
  )

/** What is taken by some code, and by the files of the library that come with it. */
const takenBy = (own: readonly string[]): Set<string> => {
  const taken = new Set(own.flatMap(takenIn))
  for (;;) {
    const before = taken.size
    const seen = new Set<string>()
    const follow = (file: string): void => {
      if (seen.has(file) || !file.includes('/@mantine/')) return
      seen.add(file)
      const code = withoutParts(readFileSync(file, 'utf8'), taken)
      for (const part of takenIn(code)) taken.add(part)
      loadedBy(code, dirname(file)).forEach(follow)
    }
    for (const code of own) loadedBy(code, src).forEach(follow)
    if (taken.size === before) return taken
  }
}

const ownFiles = () =>
  globSync('**/*.{ts,tsx}', { cwd: src, exclude: (name) => name.includes('.test.') }).map(
    (file) => [file, readFileSync(join(src, file), 'utf8')] as const,
  )

let taken: Set<string> | null = null

/** A component of the library with the parts that someone takes. */
export const withTakenParts = (code: string): string => {
  taken ??= takenBy(ownFiles().map(([, own]) => own))
  return withoutImports(withoutParts(code, taken))
}

type Node = { type: string; [key: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const isComponent = (name: string): boolean => /^[A-Z]/.test(name)
const ofLibrary = /^@mantine\/(core|dates)(\/(?!styles)|$)/

/** What a file imports from the library, by its own names; null where its way to import or export hides the names. */
const importedBy = (statement: Node): string[] | null => {
  const source = isNode(statement['source']) ? String(statement['source']['value']) : ''
  if (!ofLibrary.test(source) || [statement['importKind'], statement['exportKind']].includes('type')) return []
  if (statement.type !== 'ImportDeclaration') return null
  const specifiers = statement['specifiers'] as { local: { name: string }; imported?: { name: string } }[]
  const isSeen = specifiers.every(
    ({ local, imported }) => imported && (isComponent(local.name) || !isComponent(imported.name)),
  )
  return isSeen ? specifiers.map(({ local }) => local.name).filter(isComponent) : null
}

/** Whether what is taken from a component is spelt out where it stands, or nothing is taken there. */
const isSpeltOut = (parent: Node, key: string): boolean =>
  (parent.type === 'MemberExpression' && (key === 'property' || parent['computed'] === false)) ||
  ['Property', 'CallExpression', 'JSXExpressionContainer', 'ImportSpecifier'].includes(parent.type) ||
  ['TSTypeQuery', 'TSTypeReference', 'TSQualifiedName'].includes(parent.type)

/** The names of which parts may be taken in ways that `takenIn` does not see, such as `const { Item } = Menu`. */
const hiddenIn = (program: object): string[] => {
  if (!isNode(program)) return []
  const body = program['body'] as Node[]
  const names = new Set(body.flatMap((statement) => importedBy(statement) ?? []))
  const hidden = body.some((statement) => importedBy(statement) === null) ? ['the library'] : []
  const look = (node: Node, parent: Node, key: string): void => {
    const name = node.type === 'Identifier' ? String(node['name']) : ''
    if (names.has(name) && !isSpeltOut(parent, key)) hidden.push(name)
    if (node.type === 'ImportExpression' && isNode(node['source']) && ofLibrary.test(String(node['source']['value'])))
      hidden.push('the library')
    for (const [field, value] of Object.entries(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) look(child, node, field)
  }
  look(program, program, '')
  return hidden
}

/**
 * Leaves out the parts that no one takes from the components of the interface library. Each component has all of its
 * parts attached to it, so that a page with a menu would load menus within menus, and a search in them.
 */
export const libraryParts = (): Plugin => ({
  name: 'recado-library-parts',
  apply: 'build',
  buildStart() {
    for (const [file, code] of ownFiles().filter(([, text]) => text.includes('@mantine/'))) {
      const hidden = hiddenIn(this.parse(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
      if (hidden.length > 0)
        this.error(
          `${file}: spell out the parts of ${[...new Set(hidden)].join(', ')}, as in Menu.Item, or they are left out`,
        )
    }
  },
  transform(code, id) {
    if (!componentFile.test(id)) return null
    const changed = withTakenParts(code)
    return changed === code ? null : { code: changed, map: null }
  },
})
