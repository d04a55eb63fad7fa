import { configDefaults, defineConfig } from 'vitest/config'

/** They start embedded databases of their own, whatever server the others of a run use. */
export const embeddedTests = ['src/db/embedded.test.ts', 'src/test/crash/*.test.ts']

export default defineConfig({
  // The inbox is driven as it stands, not as it was last built.
  ssr: { resolve: { conditions: ['recado-source', 'module', 'node', 'development|production'] } },
  test: {
    name: 'server',
    include: ['src/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...embeddedTests],
    globalSetup: ['src/test/global-setup.ts'],
    setupFiles: ['src/test/setup.ts'],
    pool: 'forks',
    // The files of a run share their processes, so that the server is not loaded again for each file.
    isolate: false,
    maxWorkers: 4,
    // How long to wait for what does not come: machines that do other things besides are twenty times slower than others.
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 20, timeout: 60_000 } },
  },
})
