import { globSync } from 'node:fs'
import { root } from './paths.ts'

const generated = /(^|\/)(node_modules|dist|coverage|migrations)\//

/** TypeScript sources of apps and packages, as paths from `folder`. */
export function sourceFiles(folder = root) {
  return globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: folder }).filter((path) => !generated.test(path))
}
