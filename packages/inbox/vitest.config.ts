import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { name: 'inbox', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom', maxWorkers: 3 },
})
