import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The inbox is driven as it stands, not as it was last built.
  ssr: { resolve: { conditions: ['recado-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['src/test/setup.ts'],
    pool: 'forks',
    // The files of a run share their processes, so that the server is not loaded anew for each file.
    isolate: false,
    maxWorkers: 3,
    // How long to wait for what does not come; three files at once on a busy machine are slow to bring it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
})
