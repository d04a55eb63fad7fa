import { defineConfig } from 'vitest/config'
import server, { embeddedTests } from './vitest.config.ts'

/** Files about the embedded database, and those that end the product and its database without warning. */
export default defineConfig({
  ...server,
  test: { ...server.test, name: 'embedded', include: embeddedTests, exclude: [], globalSetup: [] },
})
