import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { emojiData } from './vite.emoji.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:5001'
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
  { name: 'app-base', test: /node_modules\/(@tanstack|i18next|react-i18next|i18next-http-backend)[\w-]*\// },
  { name: 'ui', test: /node_modules\/(@mantine\/(core|hooks)|@floating-ui)\//, minShareCount: 3 },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    emojiData(),
  ],
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  build: {
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: {
    host: '127.0.0.1',
    port: 5000,
    proxy: {
      '/api': server,
      '/v1': server,
      '/files': server,
      '/webhooks': server,
      '/socket.io': { target: server, ws: true },
    },
  },
})
