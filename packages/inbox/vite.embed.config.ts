import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** By file, because dependencies that lie elsewhere would find another Preact, and two of them do not know each other. */
const preact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}
const alias = Object.entries(preact).map(([name, replacement]) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(import.meta.resolve(replacement)),
}))

/** The one script tag for any page: everything inside, on Preact; languages and the socket come when they are needed. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: { alias },
  build: {
    target: 'es2022',
    outDir: 'dist/embed',
    emptyOutDir: true,
    lib: { entry: 'src/embed.ts', formats: ['es'] },
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      output: { entryFileNames: 'embed.js', chunkFileNames: 'chunks/[name]-[hash].js', minify: true },
    },
  },
})
