import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      'apps/server',
      'apps/web',
      'packages/inbox',
      {
        test: { name: 'contracts', root: 'packages/contracts', include: ['src/**/*.test.ts'] },
      },
      {
        test: { name: 'providers', root: 'packages/providers', include: ['src/**/*.test.ts'] },
      },
      {
        test: { name: 'sandbox', root: 'packages/sandbox', include: ['src/**/*.test.ts'], testTimeout: 20_000 },
      },
      {
        test: { name: 'scripts', root: 'scripts', include: ['**/*.test.ts'], testTimeout: 120_000 },
      },
    ],
    // One more than the processors of a small machine: the tests that kill and restart the product wait most of the time.
    // Projects with a configuration of their own do not take this over: it stands in each of them too.
    maxWorkers: 3,
  },
})
