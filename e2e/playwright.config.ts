import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from '../scripts/lib/chromium.ts'

const port = process.env['E2E_PORT'] ?? '5410'
const sandboxPort = process.env['E2E_SANDBOX_PORT'] ?? '5411'
const dataDir = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `recado-e2e-${port}`)
// The processes that run the tests read this variable too.
process.env['E2E_DATA_DIR'] = dataDir
const baseURL = `http://localhost:${port}`

const quiet = ['gpu', 'quic', 'background-networking', 'component-update', 'sync'].map((name) => `--disable-${name}`)

/** Tests find the running demo (accounts, sandbox addresses) in `$E2E_DATA_DIR/demo.json`. */
export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  reporter: [['list'], ['html', { open: 'never', outputFolder: '../playwright-report' }]],
  fullyParallel: true,
  workers: 2,
  retries: 0,
  forbidOnly: process.env['CI'] !== undefined,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    locale: 'en-US',
    timezoneId: 'America/Sao_Paulo',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? 'chromium',
      args: ['--no-sandbox', '--no-first-run', ...quiet],
    },
  },
  projects: [
    { name: 'setup', testMatch: '**/*.setup.ts' },
    { name: 'chromium', testMatch: '**/*.spec.ts', dependencies: ['setup'] },
  ],
  webServer: {
    command: 'exec node ../scripts/e2e-server.ts',
    url: `http://127.0.0.1:${port}/readyz`,
    env: {
      ...(process.env as Record<string, string>),
      NODE_ENV: 'development',
      RECADO_MODE: 'demo',
      HOST: '127.0.0.1',
      PORT: port,
      SANDBOX_PORT: sandboxPort,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      LOG_LEVEL: 'warn',
    },
    timeout: 120_000,
    reuseExistingServer: false,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  },
})
