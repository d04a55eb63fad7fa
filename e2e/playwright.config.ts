import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.ts'
import { root } from '../scripts/lib/paths.ts'

const port = process.env['E2E_PORT'] ?? '5410'
const sandboxPort = process.env['E2E_SANDBOX_PORT'] ?? '5411'
const pagesPort = process.env['E2E_PAGES_PORT'] ?? '5415'
/** `E2E_REUSE=1` uses servers that already run on these ports, with their data folder. */
const reuse = process.env['E2E_REUSE'] === '1'
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `recado-e2e-${port}`)
// The processes that run the tests read these variables too.
process.env['E2E_DATA_DIR'] = dataDir
process.env['E2E_PAGES_PORT'] = pagesPort
// What one of the processes has compiled the others need not compile again, in this run and in the next one.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/node')
const baseURL = `http://localhost:${port}`

// A microphone that beeps, for pages that may use one.
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((name) => `--disable-${name}`)

/** Tests find the running demo (accounts, sandbox addresses) in `$E2E_DATA_DIR/demo.json`. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: '../playwright-report' }],
    ['../scripts/lib/playwright-summary.ts'],
  ],
  fullyParallel: true,
  workers: 2,
  // What passes only on its second try is named in the summary of the run.
  retries: process.env['CI'] === undefined ? 0 : 1,
  forbidOnly: process.env['CI'] !== undefined,
  // How long to wait for what does not come: machines that do other things besides are twenty times slower than others.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices['Desktop Chrome'],
    // Long for machines that are slow, short against the whole test: what is not there is said, not waited for.
    actionTimeout: 90_000,
    navigationTimeout: 180_000,
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/Sao_Paulo',
    // A journey waits for what moves to stand still; what moves, and how, is looked at by tests that ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // The first try records nothing: what is recorded of tests that pass is thrown away.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: ['--no-sandbox', '--no-first-run', ...microphone, ...quiet],
    },
  },
  projects: [
    { name: 'setup', testMatch: '**/*.setup.ts' },
    { name: 'chromium', testMatch: '**/*.spec.ts', dependencies: ['setup'] },
  ],
  webServer: [
    {
      name: 'product',
      command: 'exec node ../scripts/e2e-server.ts',
      url: `http://127.0.0.1:${port}/readyz`,
      env: {
        ...(process.env as Record<string, string>),
        NODE_ENV: 'development',
        RECADO_MODE: 'demo',
        HOST: '127.0.0.1',
        PORT: port,
        SANDBOX_PORT: sandboxPort,
        // Whatever the machine speaks, the customers of the journeys write Portuguese.
        DEMO_LANGUAGE: 'pt',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        REDIS_URL: '',
        LOG_LEVEL: 'warn',
        // Every journey signs in; that passwords take long to try is shown elsewhere.
        ARGON2_MEMORY_KIB: '64',
      },
      timeout: 300_000,
      reuseExistingServer: reuse,
      stdout: 'pipe',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    },
    {
      name: 'pages that embed the inbox',
      command: 'exec node inbox/support/serve-pages.ts',
      url: `http://127.0.0.1:${pagesPort}/`,
      env: {
        ...(process.env as Record<string, string>),
        NODE_ENV: 'production',
        PAGES_DIR: `${dataDir}-pages`,
        PAGES_PORT: pagesPort,
        RECADO_DEMO: join(dataDir, 'demo.json'),
      },
      timeout: 300_000,
      reuseExistingServer: reuse,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
  ],
})
