import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from './lib/chromium.ts'
import { messageOf } from './lib/errors.ts'
import { freePort } from './lib/free-port.ts'
import { playwrightProgram, root, vitestProgram } from './lib/paths.ts'
import { isStopping, runNode } from './lib/run.ts'
import { ensureWebBuild } from './lib/web-build.ts'

// All tests: Vitest (unit and API), then Playwright against the built product. `--unit` or `--browser` runs one kind;
// further arguments go to it, for example: npm test -- --unit apps/server/src/db

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

async function runTests() {
  const [first = '', ...rest] = process.argv.slice(2)
  const only = Object.keys(kinds).find((kind) => first === `--${kind}`) as Kind | undefined
  if (first && !only) throw new Error('Usage: npm test, npm test -- --unit [files], npm test -- --browser [files]')
  const results: [string, number, number][] = []
  for (const kind of only ? [only] : (['unit', 'browser'] as const)) {
    const started = performance.now()
    const code = await kinds[kind](rest)
    if (isStopping()) return 143
    results.push([kind, code, (performance.now() - started) / 1000])
  }
  say('')
  for (const [kind, code, seconds] of results) {
    say(`${code === 0 ? 'ok  ' : 'FAIL'} ${kind.padEnd(8)} ${seconds.toFixed(0)} s`)
  }
  return results.every(([, code]) => code === 0) ? 0 : 1
}

try {
  process.exitCode = await runTests()
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`)
  process.exitCode = 1
}
