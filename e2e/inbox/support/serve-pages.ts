import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { buildCompatibilityPages } from '../compatibility/build.ts'

// The pages that embed the inbox, on an origin of their own: the playground, and the pages of the 0.24 widget at
// /compatibility/published/ and /compatibility/ours/.

const outDir = process.env['PAGES_DIR'] ?? ''
if (!outDir.endsWith('-pages')) throw new Error('PAGES_DIR must be a folder of the browser tests: it is emptied.')

const configFile = fileURLToPath(new URL('../../../packages/inbox/playground/vite.config.ts', import.meta.url))
const bundle = { outDir, emptyOutDir: true }
rmSync(outDir, { recursive: true, force: true })
await build({ configFile, logLevel: 'warn', build: bundle })
await buildCompatibilityPages(join(outDir, 'compatibility'))
await preview({
  configFile,
  build: bundle,
  preview: { port: Number(process.env['PAGES_PORT']), strictPort: true, host: '127.0.0.1' },
})
