import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const preact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
  'react/jsx-runtime': 'preact/jsx-runtime',
}

/** The one script tag for any page: everything inside, on Preact; languages and the socket come when they are needed. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  // Chunks are asked for beside the script, wherever that is served from.
  base: './',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  resolve: {
    alias: Object.entries(preact).map(([name, replacement]) => ({ find: new RegExp(`^${name}$`), replacement })),
  },
  build: {
    target: 'es2022',
    outDir: 'dist/embed',
    emptyOutDir: true,
    modulePreload: false,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: 'src/embed.ts',
      output: {
        entryFileNames: 'embed.js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        assetFileNames: 'chunks/[name]-[hash][extname]',
      },
    },
  },
})
