import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packages = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** What the entry of a package gives, by the file that it is in. */
const filesOf = (name: string): Map<string, string> => {
  const folder = join(packages, name, 'esm')
  return new Map(
    [...readFileSync(join(folder, 'index.mjs'), 'utf8').matchAll(/import \{([^}]*)\} from "(\.[^"]+)"/g)].flatMap(
      ([, names = '', path = '']) =>
        names.split(',').map((item) => [item.trim().replace(/^.* as /, ''), join(folder, path)] as const),
    ),
  )
}

/** The packages of the interface library: the file of each name that they give. */
export const libraryFiles = new Map(
  ['@mantine/core', '@mantine/dates', '@mantine/hooks'].map((name) => [name, filesOf(name)]),
)

/** What the clause of an import takes by name, without types. */
export const namesIn = (clause: string): string[] =>
  clause
    .replace(/^[^{]*\{|\}.*$/gs, '')
    .split(',')
    .map((name) => name.trim().replace(/ as .*$/s, ''))
    .filter((name) => name !== '' && !name.startsWith('type '))
