import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const program = fileURLToPath(new URL('./dependencies.ts', import.meta.url))

/** A small product in which every edge is allowed. */
const skeleton: Record<string, string> = {
  'packages/contracts/src/index.ts': 'export const ability = 1\n',
  'packages/sandbox/src/index.ts': 'export const sandbox = 1\n',
  'packages/providers/src/email/smtp/send.ts': 'export const send = 1\n',
  'apps/server/src/app.ts': "import './modules/inbox/notes/module.ts'\nexport const app = 1\n",
  'apps/server/src/context.ts': "import type { Table } from './db/client.ts'\nexport type Ctx = Table\n",
  'apps/server/src/db/client.ts': 'export type Table = number\n',
  'apps/server/src/db/schema/notes.ts': 'export const notes = 1\n',
  'apps/server/src/http/guard.ts': "import '../../../../packages/contracts/src/index.ts'\nexport const guard = 1\n",
  'apps/server/src/modules/inbox/notes/index.ts': "export { write } from './actions.ts'\n",
  'apps/server/src/modules/inbox/notes/actions.ts':
    "import type { Ctx } from '../../../context.ts'\nimport './queries.ts'\nexport const write = (ctx: Ctx) => ctx\n",
  'apps/server/src/modules/inbox/notes/queries.ts': "import '../../../db/schema/notes.ts'\nexport const find = 1\n",
  'apps/server/src/modules/inbox/notes/policy.ts':
    "import '../../../../../../packages/contracts/src/index.ts'\nexport const can = 1\n",
  'apps/server/src/modules/inbox/notes/routes.ts': "import './actions.ts'\nexport const routes = 1\n",
  'apps/server/src/modules/inbox/tags/index.ts': "import '../notes/index.ts'\nexport const tags = 1\n",
  'apps/server/src/modules/inbox/notes/module.ts': "import './routes.ts'\nexport const notesModule = 1\n",
  'apps/server/src/modules/shared/files/index.ts': "import '../../../notifications/index.ts'\nexport const files = 1\n",
  'apps/server/src/notifications/index.ts': "export { trigger } from './engine/trigger.ts'\n",
  'apps/server/src/notifications/engine/trigger.ts':
    "import '../audience/topics/actions.ts'\nexport const trigger = 1\n",
  'apps/server/src/notifications/audience/topics/actions.ts':
    "import '../people/actions.ts'\nexport const addToTopic = 1\n",
  'apps/server/src/notifications/audience/people/actions.ts': 'export const addPerson = 1\n',
  'apps/server/src/notifications/audience/people/queries.ts': 'export const findPerson = 1\n',
  'apps/server/src/test/build.ts': 'export const build = 1\n',
  'apps/web/src/lib/api.ts': "import '../../../../packages/contracts/src/index.ts'\nexport const api = 1\n",
  'apps/web/src/components/table.tsx': "import '../lib/api.ts'\nexport const table = 1\n",
  'apps/web/src/features/inbox/notes/page.tsx': "import '../../../components/table.tsx'\nexport const page = 1\n",
  'apps/web/src/features/inbox/tags/page.tsx': 'export const page = 2\n',
  'apps/web/src/routes/notes.tsx':
    "import '../features/inbox/notes/page.tsx'\nimport '../features/inbox/tags/page.tsx'\nexport const route = 1\n",
}

const s = 'apps/server/src'
const w = 'apps/web/src'
const breaches: [rule: string, file: string, imported: string][] = [
  ['no-circular', `${w}/lib/api.ts`, '../components/table.tsx'],
  ['not-to-unresolvable', `${w}/lib/api.ts`, './missing.ts'],
  ['contracts-is-a-leaf', 'packages/contracts/src/index.ts', '../../providers/src/email/smtp/send.ts'],
  ['contracts-import-zod-only', 'packages/contracts/src/index.ts', 'node:fs'],
  ['apps-meet-only-in-packages', `${w}/lib/api.ts`, '../../../server/src/db/client.ts'],
  ['packages-know-no-app', 'packages/sandbox/src/index.ts', '../../../apps/server/src/db/client.ts'],
  ['product-reaches-sandbox-by-protocol', `${s}/http/guard.ts`, '../../../../packages/sandbox/src/index.ts'],
  ['browser-never-sees-senders', `${w}/lib/api.ts`, '../../../../packages/providers/src/email/smtp/send.ts'],
  ['only-queries-touch-tables', `${s}/modules/inbox/notes/actions.ts`, '../../../db/schema/notes.ts'],
  ['policies-are-pure', `${s}/modules/inbox/notes/policy.ts`, './queries.ts'],
  ['modules-meet-at-index', `${s}/modules/inbox/tags/index.ts`, '../notes/actions.ts'],
  ['nothing-imports-routes', `${s}/modules/inbox/notes/index.ts`, './routes.ts'],
  ['plumbing-knows-no-module', `${s}/http/guard.ts`, '../modules/inbox/tags/index.ts'],
  ['modules-know-no-entry-point', `${s}/modules/inbox/tags/index.ts`, '../../../app.ts'],
  ['notifications-serve-everybody', `${s}/notifications/engine/trigger.ts`, '../../modules/inbox/tags/index.ts'],
  ['notifications-are-used-at-index', `${s}/modules/inbox/tags/index.ts`, '../../../notifications/engine/trigger.ts'],
  ['domains-downwards', `${s}/modules/shared/files/index.ts`, '../../inbox/tags/index.ts'],
  ['rooms-downwards', `${s}/notifications/audience/topics/actions.ts`, '../../engine/trigger.ts'],
  ['features-do-not-meet', `${w}/features/inbox/notes/page.tsx`, '../tags/page.tsx'],
  ['features-know-no-route', `${w}/features/inbox/tags/page.tsx`, '../../../routes/notes.tsx'],
  ['shared-ui-knows-no-feature', `${w}/lib/api.ts`, '../features/inbox/tags/page.tsx'],
  ['product-imports-no-test-helper', `${s}/http/guard.ts`, '../test/build.ts'],
]

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recado-dependencies-'))
  for (const [path, content] of Object.entries(skeleton)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const check = () => spawnSync(process.execPath, [program, folder], { encoding: 'utf8' })

it('lets the good edges pass', () => {
  const { status, stderr } = check()
  expect(stderr).toBe('')
  expect(status).toBe(0)
})

it('is told of modules that need each other, though their files do not', () => {
  const path = join(folder, `${s}/modules/inbox/notes/policy.ts`)
  const before = skeleton[`${s}/modules/inbox/notes/policy.ts`] ?? ''
  writeFileSync(join(folder, `${s}/modules/inbox/tags/policy.ts`), 'export const may = 1\n')
  writeFileSync(path, `import '../tags/policy.ts'\n${before}`)
  const { status, stderr } = check()
  writeFileSync(path, before)
  expect(stderr).toContain('no-module-circle: inbox/notes, inbox/tags')
  expect(status).toBe(1)
})

it('is told of rooms of the notifications that need each other', () => {
  const path = join(folder, `${s}/notifications/audience/people/queries.ts`)
  const before = skeleton[`${s}/notifications/audience/people/queries.ts`] ?? ''
  writeFileSync(join(folder, `${s}/notifications/audience/topics/queries.ts`), 'export const findTopic = 1\n')
  writeFileSync(path, `import '../topics/queries.ts'\n${before}`)
  const { status, stderr } = check()
  writeFileSync(path, before)
  expect(stderr).toContain('no-module-circle: audience/people, audience/topics')
  expect(status).toBe(1)
})

// All breaches stand in one product, which is read once: each is found by its rule and both of its ends.
describe('a product with every breach', () => {
  let found: string[] = []
  beforeAll(() => {
    for (const file of new Set(breaches.map(([, file]) => file))) {
      const imports = breaches.flatMap(([, at, imported]) => (at === file ? [`import '${imported}'\n`] : []))
      writeFileSync(join(folder, file), `${imports.join('')}${skeleton[file]}`)
    }
    const { status, stderr } = check()
    expect(status).toBe(1)
    found = stderr.split('\n')
  })

  it.each(breaches)('is told of %s', (rule, file, imported) => {
    const end = basename(imported.replace(/^node:/, ''))
    const lines = found.filter((line) => line.startsWith(`${rule}: `) && line.includes(file) && line.includes(end))
    expect(lines).not.toEqual([])
  })
})
