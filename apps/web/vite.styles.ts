import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** Asks for the font together with the styles that name it. */
export const fontAhead = (): Plugin => ({
  name: 'recado-font-ahead',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: '' },
          injectTo: 'head' as const,
        })),
  },
})

const lists = ['first', 'app'].map((name) => fileURLToPath(new URL(`src/styles/${name}.css`, import.meta.url)))
const partOf = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

/** Refuses a build that uses parts of the interface library whose styles `src/styles/` does not list, or lists others. */
export const libraryStyles = (): Plugin => ({
  name: 'recado-library-styles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
    const used = new Set(chunks.flatMap((chunk) => chunk.moduleIds.flatMap((id) => partOf.exec(id)?.[1] ?? [])))
    const listed = lists.flatMap((list) =>
      [...readFileSync(list, 'utf8').matchAll(/styles\/([A-Z]\w+)\.layer\.css/g)].flatMap(([, name]) => name ?? []),
    )
    const missing = [...used].filter((name) => !listed.includes(name))
    const needless = listed.filter((name) => !used.has(name))
    if (missing.length > 0) this.error(`src/styles/ lacks the styles of ${missing.join(', ')}`)
    if (needless.length > 0) this.error(`src/styles/ lists the styles of ${needless.join(', ')}, which nothing uses`)
  },
})
