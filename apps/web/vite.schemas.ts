import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const writers = /zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const declared = /^export (?:const|function) (\w+)|^export \{ \w+ as (\w+) \}/gm

/** Leaves out what makes JSON Schemas of schemas: the server describes its API so, the browser only checks forms. */
export const schemasThatCheck = (): Plugin => ({
  name: 'recado-schemas-that-check',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (!writers.test(id)) return null
    const names = [...readFileSync(id, 'utf8').matchAll(declared)].map(([, plain, other]) => plain ?? other ?? '')
    // A schema makes its writers when it is made itself.
    const madeOf = (name: string): string => (name.startsWith('create') ? '() => refuse' : 'refuse')
    return [
      `const refuse = () => { throw new Error('The browser writes no JSON Schemas.') }`,
      ...names.map((name) => `const _${name} = ${madeOf(name)}; export { _${name} as ${name} }`),
    ].join('\n')
  },
})
