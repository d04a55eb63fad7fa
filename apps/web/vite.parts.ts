import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const src = fileURLToPath(new URL('src', import.meta.url))
const library = fileURLToPath(new URL('../../node_modules/@mantine', import.meta.url))
const component = /@mantine\/(core|dates)\/esm\/components\/.*\.mjs$/
const attached = /^([A-Z]\w*)\.([A-Z]\w*) = \w+;\n/gm
const named = /^[A-Z]\w*\.displayName = .*;\n/gm

/** Parts that some code takes from a component, such as `Menu.Item`. */
const takenIn = (code: string): string[] => {
  const own = new Map(
    [...code.matchAll(/\b([A-Z]\w*) as ([A-Z]\w*)\b/g)].map(([, name = '', alias = '']) => [alias, name]),
  )
  return [...code.replace(attached, '').matchAll(/\b([A-Z]\w*)\.([A-Z]\w*)\b/g)].map(
    ([, name = '', part = '']) => `${own.get(name) ?? name}.${part}`,
  )
}

/**
 * Leaves out the parts that nobody takes from the components of the interface library. Each component has all of its
 * parts attached to it, so that a page with a menu would load menus within menus, and a search in them.
 */
export const libraryParts = (): Plugin => {
  let taken = new Set<string>()
  return {
    name: 'recado-library-parts',
    apply: 'build',
    buildStart() {
      const files = [
        ...globSync('**/*.{ts,tsx}', { cwd: src }).map((file) => join(src, file)),
        ...globSync('{core,dates}/esm/**/*.mjs', { cwd: library }).map((file) => join(library, file)),
      ]
      taken = new Set(files.flatMap((file) => takenIn(readFileSync(file, 'utf8'))))
    },
    transform(code, id) {
      if (!component.test(id)) return null
      const changed = code
        .replace(attached, (whole, name, part) => (taken.has(`${name}.${part}`) ? whole : ''))
        .replace(named, '')
      return changed === code ? null : { code: changed, map: null }
    },
  }
}
