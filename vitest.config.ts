import { defineConfig } from 'vitest/config'

/** How long to wait for what does not come: machines that do other things besides are twenty times slower than others. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { interval: 20, timeout: 60_000 } } }

export default defineConfig({
  test: {
    projects: [
      'apps/server',
      'apps/server/vitest.embedded.config.ts',
      'apps/web',
      'packages/inbox',
      ...['contracts', 'providers', 'sandbox'].map((name) => ({
        // The files of a run share their processes, which are not started anew for each file.
        test: { name, root: `packages/${name}`, include: ['src/**/*.test.ts'], isolate: false, ...patience },
      })),
      {
        test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], ...patience, testTimeout: 600_000 },
      },
    ],
    // One more than the processors of a small machine: the tests that kill and restart the product wait most of the time.
    // Projects with a configuration of their own do not take this over: it stands in each of them too.
    maxWorkers: 4,
    reporters: ['default', './scripts/lib/vitest-summary.ts'],
  },
})
