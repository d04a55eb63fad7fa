import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../lib/paths.ts'

// Any module may read a table, only its owner writes it: the module after which its schema file is named,
// `db/schema/<domain>/<module>.ts`. Into the queue, of `db/schema/jobs.ts`, work is put by `deps.jobs` alone.

/**
 * Other modules that write a module's tables: what hangs on conversations is moved with them when two become one, a
 * message and its conversation change together, and many contacts change at once.
 */
const alsoWritten: Record<string, readonly string[]> = {
  'automation/csat': ['inbox/conversations'],
  'automation/sla': ['inbox/conversations'],
  'contacts/contacts': ['contacts/address-book', 'contacts/tags'],
  'inbox/conversations': ['inbox/commands', 'inbox/composing', 'inbox/messages', 'inbox/recording'],
  'inbox/held-messages': ['inbox/conversations'],
  'inbox/messages': ['inbox/commands', 'inbox/composing', 'inbox/conversations', 'inbox/recording'],
  'inbox/recording': ['inbox/messages'],
  'inbox/scheduled': ['inbox/conversations'],
}

const moduleOf = (path: string) => /^(?:modules\/)?(notifications|product-notifications|[^/]+\/[^/]+)\//.exec(path)?.[1]

const server = join(root, 'apps/server/src')
const owners = new Map<string, string>()
const schema = join(server, 'db/schema')
for (const path of globSync('**/*.ts', { cwd: schema })) {
  const module = moduleOf(path.replace(/\.ts$/, '/')) ?? 'nobody'
  const source = readFileSync(join(schema, path), 'utf8')
  for (const [, variable = '', table = ''] of source.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
    owners.set(variable, module)
    owners.set(table, module)
  }
  if (module !== 'nobody' && !existsSync(join(server, module)) && !existsSync(join(server, 'modules', module))) {
    process.stderr.write(`apps/server/src/db/schema/${path} is named after no module\n`)
    process.exitCode = 1
  }
}

const writes = [
  /\.(?:insert|update|delete)\((?:schema\.)?(\w+)\)/g,
  /\binsert\s+into\s+(?:"|\$\{)?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:"|\$\{)?(\w+)\S*(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\bdelete\s+from\s+(?:"|\$\{)?(\w+)/gi,
]

const files = globSync(['modules/**/*.ts', 'notifications/**/*.ts'], { cwd: server }).filter(
  (path) => !path.endsWith('.test.ts'),
)
let seen = 0
for (const path of files) {
  const module = moduleOf(path) ?? ''
  const source = readFileSync(join(server, path), 'utf8')
  for (const write of writes) {
    for (const [statement, table = ''] of source.matchAll(write)) {
      const of = owners.get(table)
      if (!of) continue
      seen += 1
      if (of === module || alsoWritten[of]?.includes(module)) continue
      const line = source.slice(0, source.indexOf(statement)).split('\n').length
      process.stderr.write(`apps/server/src/${path}:${line} writes ${table}, which belongs to the module ${of}\n`)
      process.exitCode = 1
    }
  }
}
if (owners.size === 0) {
  process.stderr.write('No tables found: the check is blind.\n')
  process.exitCode = 1
}
process.stdout.write(`${owners.size / 2} tables, ${seen} writes\n`)
