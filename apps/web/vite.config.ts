import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { contractCalls } from './vite.calls.ts'
import { withoutCatalogue } from './vite.catalogue.ts'
import { sharedChunks, withoutCircles } from './vite.chunks.ts'
import { emojiData } from './vite.emoji.ts'
import { firstFrame } from './vite.first-frame.ts'
import { libraryParts } from './vite.parts.ts'
import { pieces } from './vite.pieces.ts'
import { schemasThatCheck } from './vite.schemas.ts'
import { fontAhead, libraryStyles } from './vite.styles.ts'

const server = process.env.API_URL ?? 'http://127.0.0.1:5001'
let chunks: Map<string, string> | null = null
/** Worked out when a build asks for the first module; the development server never does. */
const sharedChunk = (id: string): string | null => {
  chunks ??= sharedChunks(
    [
      ['features/product-notifications/inbox/inbox.tsx'],
      ['routes/_app/integrations/whatsapp/chat.tsx', 'features/inbox/conversations/conversation-pane.tsx'],
    ],
    groups.flatMap(({ name }) => (typeof name === 'string' ? name : [])),
  )
  return chunks.get(id) ?? null
}
/** A page loads what every page starts with, then what it shares with others: few pieces, as each has its own headers. */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 5 },
  // Translations with embedded components.
  {
    name: 'texts-with-parts',
    test: /node_modules\/(react-i18next\/dist\/es\/(Trans|IcuTrans)|html-parse-stringify|void-elements)/,
    priority: 5.5,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  // Lists that go on, and several requests as one: of few pages.
  {
    name: 'more-queries',
    test: /@tanstack\/.*\/(queriesObserver|useQueries|infiniteQueryObserver|useInfiniteQuery)\./,
    priority: 5.5,
    minShareCount: 2,
    includeDependenciesRecursively: false,
  },
  { name: 'app-base', test: /node_modules\/(@tanstack|i18next|react-i18next)[\w-]*\//, priority: 5 },
  { name: 'start', tags: ['$initial' as const], priority: 4.5 },
  { name: 'schemas', test: /node_modules\/zod\/|contracts\/src\/(endpoint|shared)\.ts$/, priority: 3 },
  {
    name: sharedChunk,
    debugName: 'shared by pages',
    priority: 2,
    includeDependenciesRecursively: false,
  },
]

export default defineConfig({
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, quoteStyle: 'single', semicolons: false }),
    react(),
    contractCalls(),
    schemasThatCheck(),
    emojiData(),
    libraryParts(),
    libraryStyles(),
    fontAhead(),
    firstFrame(),
    pieces(),
    withoutCircles(),
    withoutCatalogue(),
  ],
  resolve: { conditions: ['recado-source', ...defaultClientConditions] },
  define: { __APP_VERSION__: JSON.stringify(manifest.version) },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: { groups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5000,
    proxy: {
      '/api': server,
      '/v1': server,
      '/files': server,
      '/webhooks': server,
      '/live': { target: server, ws: true },
      '/socket.io': { target: server, ws: true },
    },
  },
})
