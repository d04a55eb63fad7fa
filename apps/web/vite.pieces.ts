import type { Plugin } from 'vite'

/** A file of the build: what it loads with it, and what it is made of. */
export type Piece = {
  /** The page or part that it begins with, from `src/`; null for what several share. */
  of: string | null
  isStart: boolean
  imports: string[]
  styles: string[]
  /** Files of texts that its screens ask for. */
  texts: string[]
  /** Modules and their shares of it, heaviest first. */
  modules: [name: string, share: number][]
}
export type Pieces = Record<string, Piece>

/** Where the build tells what its files are; the server gives no file whose name begins with a dot. */
export const piecesFile = '.pieces.json'

const named = 12
const asked = /(?:useTranslation|loadNamespaces)\(\s*(\[[^\]]*\]|'[\w/-]+'|"[\w/-]+")/g
const titled = /\btitle: ?['"]([\w/-]+):/g

/** Texts that a module asks for; of a page also those of its title, and what it waits for before it is shown. */
const textsOf = (code: string): string[] => [
  ...[...code.matchAll(asked)].flatMap(([, names = '']) => [...names.matchAll(/[\w/-]+/g)].map(([name]) => name)),
  ...[...code.matchAll(titled)].flatMap(([, name]) => name ?? []),
]

const short = (id: string): string => id.replace(/^.*\/(node_modules|apps|packages)\//, '').replace(/\?tsr.*$/, '')

/** Notes of which pieces the pages are made, for `scripts/page-weights.ts`. */
export const pieces = (): Plugin => ({
  name: 'recado-pieces',
  apply: 'build',
  generateBundle(_options, bundle) {
    const found: Pieces = {}
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      const all = Object.entries(chunk.modules).map(([id, { renderedLength }]) => [short(id), renderedLength] as const)
      const whole = all.reduce((sum, [, length]) => sum + length, 0)
      const page = chunk.facadeModuleId?.split('?')[0] ?? ''
      // The first pieces have the addresses of all pages, which ask when they are gone to.
      const asking = [...chunk.moduleIds.filter((id) => !/\/src\/routes\//.test(id)), page]
      found[chunk.fileName] = {
        of: chunk.facadeModuleId?.split('/src/').at(-1)?.replace(/\?.*$/, '') ?? null,
        isStart: chunk.isEntry,
        imports: chunk.imports,
        styles: [...(chunk.viteMetadata?.importedCss ?? [])],
        texts: [...new Set(asking.flatMap((id) => textsOf(this.getModuleInfo(id)?.code ?? '')))],
        modules: all
          .toSorted((a, b) => b[1] - a[1])
          .slice(0, named)
          .map(([name, length]) => [name, length / whole]),
      }
    }
    this.emitFile({ type: 'asset', fileName: piecesFile, source: JSON.stringify(found) })
  },
})
