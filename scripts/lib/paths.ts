import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const program = (path: string) => join(root, 'node_modules', path)
export const viteProgram = program('vite/bin/vite.js')
export const vitestProgram = program('vitest/vitest.mjs')
export const typescriptProgram = program('typescript/bin/tsc')
export const playwrightProgram = program('@playwright/test/cli.js')
export const serverProgram = join(root, 'apps/server/src/main.ts')
