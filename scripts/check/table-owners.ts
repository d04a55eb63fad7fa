import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../lib/paths.ts'

// Any module may read a table, only its owner writes it: `db/schema/<name>.ts` belongs to `modules/<name>/`.

/**
 * Tables that belong to another module than the one their schema file is named after; `everybody` for the queue, into
 * which each module puts its work with the statement that causes it.
 */
const elsewhere: Record<string, string> = {
  csat_responses: 'csat',
  files: 'files',
  held_messages: 'chat-changes',
  jobs: 'everybody',
  scheduled_messages: 'scheduled',
  sla_clocks: 'sla',
}

/** What hangs on conversations is moved with them when two become one, by the module that moves them. */
const movers: Record<string, string> = {
  'chat-changes': 'conversations',
  csat: 'conversations',
  scheduled: 'conversations',
  sla: 'conversations',
}

const server = join(root, 'apps/server/src')
const owners = new Map<string, string>()
for (const path of globSync('db/schema/*.ts', { cwd: server })) {
  const source = readFileSync(join(server, path), 'utf8')
  for (const [, variable = '', table = ''] of source.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
    const owner = elsewhere[table] ?? basename(path, '.ts')
    owners.set(variable, owner)
    owners.set(table, owner)
  }
}

const writes = [
  /\.(?:insert|update|delete)\((?:schema\.)?(\w+)\)/g,
  /\binsert\s+into\s+(?:"|\$\{)?(\w+)/gi,
  /\bupdate\s+(?:only\s+)?(?:"|\$\{)?(\w+)\S*(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
  /\bdelete\s+from\s+(?:"|\$\{)?(\w+)/gi,
]

const files = globSync('modules/*/**/*.ts', { cwd: server }).filter((path) => !path.endsWith('.test.ts'))
let seen = 0
for (const path of files) {
  const [, module = ''] = path.split('/')
  const source = readFileSync(join(server, path), 'utf8')
  for (const write of writes) {
    for (const [statement, table = ''] of source.matchAll(write)) {
      const owner = owners.get(table)
      if (!owner) continue
      seen += 1
      if (owner === module || owner === 'everybody' || movers[owner] === module) continue
      const line = source.slice(0, source.indexOf(statement)).split('\n').length
      process.stderr.write(`apps/server/src/${path}:${line} writes ${table}, which belongs to the module ${owner}\n`)
      process.exitCode = 1
    }
  }
}
if (owners.size === 0) {
  process.stderr.write('No tables found: the check is blind.\n')
  process.exitCode = 1
}
process.stdout.write(`${owners.size / 2} tables, ${seen} writes\n`)
