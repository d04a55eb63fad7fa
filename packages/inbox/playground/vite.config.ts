import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { playgroundServer } from './server/plugin.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** `RECADO_DEMO` is the `demo.json` of a running Recado; unless given, that of `npm start`. */
export default defineConfig({
  root: here('.'),
  publicDir: false,
  plugins: [playgroundServer(process.env.RECADO_DEMO ?? here('../../../data/demo.json'))],
  server: { host: '127.0.0.1', port: 5060 },
  preview: { host: '127.0.0.1' },
  build: {
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      input: { index: here('index.html'), hostile: here('hostile.html') },
      checks: { moduleLevelDirective: false },
    },
  },
})
