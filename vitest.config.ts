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
    maxWorkers: 2,
  },
})
