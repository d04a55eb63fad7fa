import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'inbox',
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    // The files of a run share their processes, so that page and components are not made again for each file.
    isolate: false,
    maxWorkers: 4,
    // How long to wait for what does not come.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
