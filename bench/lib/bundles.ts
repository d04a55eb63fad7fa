import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type Alias, build, type Rolldown } from 'vite'

const path = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url))

export const inboxFolder = path('packages/inbox')
export const ourInbox = path('packages/inbox/src/index.ts')

/** KB of a bundle, each file compressed as it would be sent. */
export type BundleSize = {
  /** What must be there before anything runs. */
  initial: number
  /** With all that is fetched later; of languages none. */
  whole: number
}

const sizeOf = (chunk: Rolldown.OutputChunk) => gzipSync(chunk.code, { level: 9 }).length / 1024

const isLanguage = (chunk: Rolldown.OutputChunk) => /\/languages\/\w+\.ts$/.test(chunk.facadeModuleId ?? '')

const measure = (chunks: readonly Rolldown.OutputChunk[]): BundleSize => {
  const needed = new Set<string>()
  const need = (name: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === name)
    if (!chunk || needed.has(name)) return
    needed.add(name)
    chunk.imports.forEach(need)
  }
  for (const chunk of chunks) if (chunk.isEntry) need(chunk.fileName)
  const sum = (some: readonly Rolldown.OutputChunk[]) => some.reduce((total, chunk) => total + sizeOf(chunk), 0)
  return {
    initial: sum(chunks.filter(({ fileName }) => needed.has(fileName))),
    whole: sum(chunks.filter((chunk) => !isLanguage(chunk))),
  }
}

/** Bundles and minifies an entry as the embed is, without React. */
const bundle = async (entry: string, alias: Alias[] = []): Promise<BundleSize> => {
  const built = await build({
    configFile: false,
    root: inboxFolder,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry, formats: ['es'], fileName: 'entry' },
      rolldownOptions: {
        external: /^react(-dom)?(\/|$)/,
        output: { minify: true },
        checks: { moduleLevelDirective: false, ineffectiveDynamicImport: false },
      },
    },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : []))
  return measure(chunks.filter((chunk) => chunk.type === 'chunk'))
}

/** What a page carries for the bell and its popover, React aside: the published widget, ours, and our script tag. */
export const bundleWidgets = async () => ({
  published: await bundle(path('bench/lib/widget-entry.js')),
  ours: await bundle(path('bench/lib/widget-entry.js'), [{ find: '@novu/notification-center', replacement: ourInbox }]),
  embed: await bundle(path('packages/inbox/src/embed.ts')),
})
