import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root } from '../lib/paths.ts'

// Any module may read a table, only its owner writes it: the module that its schema file is of, or the one named below.

/** The module of each schema file; a table without one here belongs to nobody but the plumbing. */
const owner: Record<string, string> = {
  'admin-companies': 'admin/companies',
  'admin-users': 'admin/users',
  attributes: 'contacts/attributes',
  audit: 'shared/audit',
  auth: 'identity/auth',
  'business-hours': 'companies/business-hours',
  'canned-replies': 'inbox/canned-replies',
  channels: 'whatsapp/channels',
  'chat-settings': 'inbox/chat-settings',
  companies: 'companies/companies',
  contacts: 'contacts/contacts',
  conversations: 'inbox/conversations',
  dashboard: 'admin/dashboard',
  'feature-flags': 'shared/feature-flags',
  ingress: 'whatsapp/webhooks',
  labels: 'inbox/labels',
  macros: 'inbox/macros',
  'notification-idempotency': 'notifications',
  'notification-integrations': 'notifications',
  'notification-messages': 'notifications',
  'notification-organizations': 'notifications',
  'notification-runs': 'notifications',
  'notification-subscribers': 'notifications',
  'notification-workflows': 'notifications',
  onboarding: 'whatsapp/signup',
  operator: 'admin/operators',
  pricing: 'whatsapp/templates',
  quotas: 'shared/quotas',
  routing: 'automation/routing',
  sending: 'whatsapp/sending',
  sessions: 'identity/sessions',
  settings: 'shared/settings',
  'sla-policies': 'automation/sla-policies',
  system: 'admin/system',
  tasks: 'shared/tasks',
  teams: 'companies/teams',
  templates: 'whatsapp/templates',
  users: 'identity/users',
  views: 'inbox/views',
}

/** Tables of another module than their file; `nobody` for the queue, into which work is put by `deps.jobs`. */
const elsewhere: Record<string, string> = {
  csat_responses: 'automation/csat',
  files: 'shared/files',
  held_messages: 'inbox/held-messages',
  jobs: 'nobody',
  scheduled_messages: 'inbox/scheduled',
  sla_clocks: 'automation/sla',
}

/** What hangs on conversations is moved with them when two become one, by the module that moves them. */
const movers: Record<string, string> = {
  'inbox/held-messages': 'inbox/conversations',
  'automation/csat': 'inbox/conversations',
  'inbox/scheduled': 'inbox/conversations',
  'automation/sla': 'inbox/conversations',
}

const moduleOf = (path: string) => /^(?:modules\/)?(notifications|product-notifications|[^/]+\/[^/]+)\//.exec(path)?.[1]

const server = join(root, 'apps/server/src')
const owners = new Map<string, string>()
for (const path of globSync('db/schema/*.ts', { cwd: server })) {
  const source = readFileSync(join(server, path), 'utf8')
  for (const [, variable = '', table = ''] of source.matchAll(/export const (\w+) = pgTable\(\s*'(\w+)'/g)) {
    const module = elsewhere[table] ?? owner[basename(path, '.ts')] ?? 'nobody'
    owners.set(variable, module)
    owners.set(table, module)
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
  const module = moduleOf(path)
  const source = readFileSync(join(server, path), 'utf8')
  for (const write of writes) {
    for (const [statement, table = ''] of source.matchAll(write)) {
      const of = owners.get(table)
      if (!of) continue
      seen += 1
      if (of === module || movers[of] === module) continue
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
