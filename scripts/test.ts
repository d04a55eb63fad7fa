import type { SpawnOptions } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureChromium } from './lib/chromium.ts'
import { messageOf } from './lib/errors.ts'
import { freePort } from './lib/free-port.ts'
import { playwrightProgram, root, vitestProgram } from './lib/paths.ts'
import { isStopping, runNode, start } from './lib/run.ts'
import { ensureWebBuild } from './lib/web-build.ts'

// All tests: Vitest (unit and API), and Playwright against the built product beside it, as each of them waits much of its
// time; what Playwright says is shown once Vitest has ended. `--unit` or `--browser` runs one kind; further arguments go
// to it, for example: npm test -- --unit apps/server/src/db

const say = (text: string) => process.stdout.write(`${text}\n`)

async function unitTests(args: string[]) {
  return runNode([vitestProgram, 'run', ...(process.env['CI'] ? ['--retry=1'] : []), ...args])
}

async function browserTests(args: string[]) {
  const chromium = ensureChromium(say)
  await ensureWebBuild(say)
  const weight = await runNode([join(root, 'scripts/page-weights.ts')])
  const dataDir = join(tmpdir(), `recado-e2e-${process.pid}`)
  const env = {
    ...process.env,
    CHROME_PATH: chromium,
    E2E_PORT: process.env['E2E_PORT'] ?? String(await freePort()),
    E2E_SANDBOX_PORT: process.env['E2E_SANDBOX_PORT'] ?? String(await freePort()),
    E2E_PAGES_PORT: process.env['E2E_PAGES_PORT'] ?? String(await freePort()),
    E2E_DATA_DIR: process.env['E2E_DATA_DIR'] ?? dataDir,
  }
  const code = await runNode([playwrightProgram, 'test', '--config', 'e2e/playwright.config.ts', ...args], { env })
  for (const folder of [dataDir, `${dataDir}-pages`]) rmSync(folder, { recursive: true, force: true })
  return code || weight
}

const kinds = { unit: unitTests, browser: browserTests }
type Kind = keyof typeof kinds

type Outcome = { kind: Kind; code: number; seconds: number }

const timed = async (kind: Kind, run: () => Promise<number>): Promise<Outcome> => {
  const started = performance.now()
  return { kind, code: await run(), seconds: (performance.now() - started) / 1000 }
}

/** Runs both kinds at once, each in its own process. */
async function allTests() {
  const task = (kind: Kind, stdio: SpawnOptions['stdio']) =>
    start(process.execPath, [fileURLToPath(import.meta.url), `--${kind}`], { stdio })
  const browser = task('browser', ['ignore', 'pipe', 'pipe'])
  const held: Buffer[] = []
  let show = (chunk: Buffer) => void held.push(chunk)
  for (const stream of [browser.child.stdout, browser.child.stderr]) stream?.on('data', (chunk) => show(chunk))
  const browserOutcome = timed('browser', () => browser.ended)
  const unitOutcome = await timed('unit', () => task('unit', 'inherit').ended)
  show = (chunk) => void process.stdout.write(chunk)
  for (const chunk of held) show(chunk)
  return [unitOutcome, await browserOutcome]
}

async function runTests() {
  const [first = '', ...rest] = process.argv.slice(2)
  const only = Object.keys(kinds).find((kind) => first === `--${kind}`) as Kind | undefined
  if (first && !only) throw new Error('Usage: npm test, npm test -- --unit [files], npm test -- --browser [files]')
  const outcomes = only ? [await timed(only, () => kinds[only](rest))] : await allTests()
  if (isStopping()) return 143
  say('')
  for (const { kind, code, seconds } of outcomes) {
    say(`${code === 0 ? 'ok  ' : 'FAIL'} ${kind.padEnd(8)} ${seconds.toFixed(0)} s`)
  }
  return outcomes.every(({ code }) => code === 0) ? 0 : 1
}

try {
  process.exitCode = await runTests()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
