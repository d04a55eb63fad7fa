import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { printClientOperations } from './lib/client-operations.ts'
import { root, typescriptProgram } from './lib/paths.ts'

// The package as someone else installs it: built into a project of its own, without anything of this one.

const source = join(root, 'packages/client')
const project = mkdtempSync(join(tmpdir(), 'recado-client-package-'))
const installed = join(project, 'node_modules/@recado/client')
const runNode = (...args: string[]) => execFileSync(process.execPath, args, { cwd: project, encoding: 'utf8' })

beforeAll(() => {
  mkdirSync(installed, { recursive: true })
  const outDir = join(installed, 'dist')
  runNode(typescriptProgram, '-p', join(source, 'tsconfig.build.json'), '--outDir', outDir)
  writeFileSync(join(installed, 'package.json'), readFileSync(join(source, 'package.json')))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'host', private: true, type: 'module' }))
}, 120_000)
afterAll(() => rmSync(project, { recursive: true, force: true }))

it('has the calls of the contracts as they are: `npm run client` prints them anew', async () => {
  expect(readFileSync(join(source, 'src/operations.gen.ts'), 'utf8')).toBe(await printClientOperations())
})

it('depends on nothing and imports nothing but its own files', () => {
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([])
  for (const file of readdirSync(join(installed, 'dist')))
    for (const [, from] of readFileSync(join(installed, 'dist', file), 'utf8').matchAll(/\bfrom '([^']+)'/g))
      expect(from, file).toMatch(/^\.\/.+\.(js|ts)$/)
})

it('runs in Node', () => {
  writeFileSync(
    join(project, 'main.js'),
    `import { createClient, verifyWebhook } from '@recado/client'
     const recado = createClient({ url: 'http://127.0.0.1:1', key: 'rk_live_x', retries: 0 })
     console.log(typeof recado.postMessage, typeof recado.each, typeof verifyWebhook)
     await recado.listContacts().catch((error) => console.log(error.constructor.name))`,
  )
  expect(runNode('main.js').trim().split('\n')).toEqual(['function function function', 'TypeError'])
})

it.each([
  ['ESNext', 'Bundler'],
  ['NodeNext', 'NodeNext'],
])('is typed for programs of module %s, resolved as %s', (module, moduleResolution) => {
  const options = { module, moduleResolution, target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'] }
  const compilerOptions = { ...options, strict: true, skipLibCheck: false, noEmit: true, types: [] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  writeFileSync(
    join(project, 'main.ts'),
    `import { createClient, type Message, RecadoError } from '@recado/client'
     const recado = createClient({ url: 'https://recado.example', key: 'rk_live_x' })
     export const send = (): Promise<Message> => recado.postMessage({ body: { type: 'text', to: '+5581', body: 'Oi' } })
     // @ts-expect-error A message says whom it is for.
     export const wrong = () => recado.postMessage({ body: { type: 'text', body: 'Oi' } })
     // @ts-expect-error One contact has no pages.
     export const none = () => recado.each('getContact')
     export const names = async () => {
       for await (const { displayName } of recado.each('listContacts')) return displayName satisfies string
       return null
     }
     export const isClosed = (error: unknown) => error instanceof RecadoError && error.code === 'window_closed'`,
  )
  runNode(typescriptProgram, '-p', '.')
})
