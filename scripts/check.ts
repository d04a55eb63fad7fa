import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './lib/paths.ts'

type Step = { name: string; args: string[] }
type Outcome = Step & { ok: boolean; output: string; seconds: number }

const program = (path: string) => join(root, 'node_modules', path)
/** What did not change since the last check here is not checked again. */
const memory = (folder: string) => join(root, 'node_modules/.cache/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`)
const typecheck = (folder: string): Step => ({
  name: `types ${folder}`,
  args: [program('typescript/bin/tsc'), '-p', folder, '--incremental', '--tsBuildInfoFile', memory(folder)],
})

const steps: Step[] = [
  { name: 'style', args: [program('@biomejs/biome/bin/biome'), 'ci', '--error-on-warnings', '--colors=off'] },
  typecheck('apps/server'),
  typecheck('apps/web'),
  typecheck('packages/client'),
  typecheck('packages/contracts'),
  typecheck('packages/providers'),
  typecheck('packages/inbox'),
  typecheck('packages/sandbox'),
  typecheck('.'),
  typecheck('e2e/inbox/compatibility'),
  typecheck('e2e/inbox/compatibility/tsconfig.ours.json'),
  { name: 'directions', args: ['scripts/check/dependencies.ts'] },
  { name: 'dead code', args: [program('knip/bin/knip.js'), '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'texts', args: ['scripts/check/texts.ts'] },
  { name: 'table owners', args: ['scripts/check/table-owners.ts'] },
  { name: 'migrations', args: ['scripts/check/migrations.ts'] },
]

function run(step: Step): Promise<Outcome> {
  const started = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, step.args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8')
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.on('error', (error) => resolve({ ...step, ok: false, output: error.message, seconds: 0 }))
    child.on('close', (code) => {
      resolve({ ...step, ok: code === 0, output: output.trim(), seconds: (performance.now() - started) / 1000 })
    })
  })
}

function report({ name, ok, output, seconds }: Outcome) {
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(26)} ${seconds.toFixed(1)} s\n`)
  if (!ok) process.stdout.write(`${output.replace(/^/gm, '     ')}\n`)
}

/** `npm run check -- style types` runs only the steps whose names begin so. */
const chosen = process.argv.slice(2)
const wanted = chosen.length > 0 ? steps.filter(({ name }) => chosen.some((start) => name.startsWith(start))) : steps
const queue = wanted.values()
const outcomes: Outcome[] = []
const work = async () => {
  for (const step of queue) {
    const outcome = await run(step)
    outcomes.push(outcome)
    report(outcome)
  }
}
await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, work))

const failed = outcomes.filter(({ ok }) => !ok).map(({ name }) => name)
if (failed.length > 0 || outcomes.length === 0) {
  process.stdout.write(outcomes.length > 0 ? `\nFailed: ${failed.join(', ')}\n` : 'No such step.\n')
  process.exitCode = 1
} else process.stdout.write(`\nAll ${outcomes.length} checks passed.\n`)
