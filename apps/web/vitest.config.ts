import { defaultClientConditions } from 'vite'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['recado-source', ...defaultClientConditions] },
  define: { __APP_VERSION__: JSON.stringify('0.0.0') },
  test: {
    name: 'web',
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:5000' } },
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    // The files of a run share their processes, so that page and components are not made again for each file.
    isolate: false,
    testTimeout: 300_000,
    maxWorkers: 4,
  },
})
