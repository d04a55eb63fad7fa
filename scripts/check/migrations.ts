import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { root } from '../lib/paths.ts'

// The newest migration leads to the schema in the code: drizzle-kit, asked for one more, finds nothing to write.

const server = join(root, 'apps/server')
const folder = mkdtempSync(join(tmpdir(), 'recado-migrations-'))
try {
  cpSync(join(server, 'src/db/migrations'), folder, { recursive: true })
  const before = new Set(readdirSync(folder))
  const program = join(root, 'node_modules/drizzle-kit/bin.cjs')
  const options = ['--dialect=postgresql', '--schema=./src/db/schema/**/*.ts', '--casing=snake_case', '--name=missing']
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [program, 'generate', ...options, `--out=${relative(server, folder)}`],
    { cwd: server, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const added = readdirSync(folder).filter((name) => !before.has(name) && name.endsWith('.sql'))
  if (status !== 0 || added.length > 0 || !/No schema changes/.test(stdout)) {
    process.stderr.write(
      'The schema in the code differs from the migrations. Run in apps/server: drizzle-kit generate\n',
    )
    for (const name of added) process.stderr.write(`${readFileSync(join(folder, name), 'utf8')}\n`)
    if (added.length === 0) process.stderr.write(`${stdout}${stderr}\n`)
    process.exitCode = 1
  } else process.stdout.write(`${before.size - 1} migrations\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
