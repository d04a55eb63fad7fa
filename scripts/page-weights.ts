import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Piece, type Pieces, piecesFile } from '../apps/web/vite.pieces.ts'
import { root } from './lib/paths.ts'

// What a browser loads to show each page for the first time, of the built web app as it is given out: compressed, with
// an allowance for headers and for what the API answers; and the JavaScript in it that is parsed. Fails where a page is
// heavier than the budget, and names what is heaviest in it. `--all` lists every page.

const dist = join(root, 'apps/web/dist')
const kilobyte = 1024
const budget = { loaded: 400 * kilobyte, parsed: 900 * kilobyte }
/** The pages that people open first. */
const first = { page: '_public/signin', loaded: 250 * kilobyte }
/** Headers of an answer as the server sends them (bytes). */
const headers = 450
/** What the API answers to a page that is shown first: the session, the settings, and its own. */
const answers = { signedIn: 10 * kilobyte, public: 5 * kilobyte }
/** Parts that come by themselves after those that pages import, because they are shown without anybody asking. */
const comesBesides: Record<string, string[]> = {
  _app: ['features/product-notifications/inbox/inbox.tsx'],
  '_app/companies.$id': ['features/companies/companies/company-profile.tsx'],
}

type Part = { name: string; bytes: number; parsed: number; modules: Piece['modules'] }

const sizesOf = async (file: string): Promise<{ bytes: number; parsed: number }> => {
  const path = join(dist, file)
  const whole = await stat(path)
  const sent = await stat(`${path}.br`).catch(() => whole)
  return { bytes: sent.size + headers, parsed: file.endsWith('.js') ? whole.size : 0 }
}

const read = async (): Promise<Pieces> => {
  try {
    return JSON.parse(await readFile(join(dist, piecesFile), 'utf8'))
  } catch {
    throw new Error('The web app is not built; run `node scripts/build.ts`.')
  }
}

const withImports = (pieces: Pieces, files: readonly string[]): string[] => {
  const seen = new Set<string>()
  const add = (file: string) => {
    if (seen.has(file) || !pieces[file]) return
    seen.add(file)
    pieces[file].imports.forEach(add)
  }
  files.forEach(add)
  return [...seen]
}

const fontsOf = async (style: string): Promise<string[]> =>
  [...(await readFile(join(dist, style), 'utf8')).matchAll(/\/(assets\/[\w.-]+\.woff2)/g)].flatMap(
    ([, font]) => font ?? [],
  )

const textsOf = async (name: string): Promise<Part> => {
  const sizes = await Promise.all(['en', 'pt'].map((language) => sizesOf(`locales/${language}/${name}.json`)))
  return { name: `texts of ${name}`, bytes: Math.max(...sizes.map(({ bytes }) => bytes)), parsed: 0, modules: [] }
}

const partsOf = async (pieces: Pieces, page: string): Promise<Part[]> => {
  const layout = page.split('/')[0] ?? ''
  const wanted = [
    `routes/${layout}.tsx`,
    `routes/${page}.tsx`,
    ...(comesBesides[layout] ?? []),
    ...(comesBesides[page] ?? []),
  ]
  const roots = Object.entries(pieces).filter(([, { of, isStart }]) => isStart || (of !== null && wanted.includes(of)))
  const missing = wanted.filter((name) => !roots.some(([, { of }]) => of === name))
  if (missing.length > 0)
    throw new Error(`${page} is said to load ${missing.join(', ')}, which the build does not have.`)
  const files = withImports(
    pieces,
    roots.map(([file]) => file),
  )
  const scripts = files.map((file) => ({ file, piece: pieces[file] as Piece }))
  const styles = [...new Set(scripts.flatMap(({ piece }) => piece.styles))]
  const fonts = [...new Set((await Promise.all(styles.map(fontsOf))).flat())]
  const texts = new Set(['common', 'errors', 'validation', ...scripts.flatMap(({ piece }) => piece.texts)])
  const others = ['index.html', 'favicon.svg', ...styles, ...fonts]
  return Promise.all([
    ...scripts.map(async ({ file, piece }) => ({ name: file, ...(await sizesOf(file)), modules: piece.modules })),
    ...others.map(async (name) => ({ name, ...(await sizesOf(name)), modules: [] })),
    ...[...texts].map(textsOf),
  ])
}

const inKilobytes = (bytes: number): string => `${(bytes / kilobyte).toFixed(1)} KB`

const heaviest = (parts: readonly Part[]): string => {
  const modules = parts.flatMap(({ bytes, modules: shares }) =>
    shares.map(([name, share]) => ({ name, bytes: bytes * share })),
  )
  const top = (list: readonly { name: string; bytes: number }[], count: number) =>
    list
      .toSorted((a, b) => b.bytes - a.bytes)
      .slice(0, count)
      .map(({ name, bytes }) => `     ${inKilobytes(bytes).padStart(9)}  ${name}`)
  return ['   files', ...top(parts, 12), '   modules, about', ...top(modules, 20)].join('\n')
}

const pieces = await read()
const pages = Object.values(pieces).flatMap(
  ({ of }) => /^routes\/(_(?:app|public)\/.+)\.tsx$/.exec(of ?? '')?.[1] ?? [],
)
const weights = await Promise.all(
  [...new Set(pages)].map(async (page) => {
    const parts = await partsOf(pieces, page)
    const answer = page.startsWith('_app/') ? answers.signedIn : answers.public
    const sum = (of: 'bytes' | 'parsed') => parts.reduce((total, part) => total + part[of], 0)
    return { page, parts, bytes: sum('bytes') + answer, parsed: sum('parsed') }
  }),
)
type Weight = (typeof weights)[number]

const excessOf = ({ page, bytes, parsed }: Weight): string[] => {
  const loaded = page === first.page ? first.loaded : budget.loaded
  return [
    ...(bytes > loaded ? [`loads ${inKilobytes(bytes)}, more than its ${inKilobytes(loaded)}`] : []),
    ...(parsed > budget.parsed ? [`parses ${inKilobytes(parsed)}, more than its ${inKilobytes(budget.parsed)}`] : []),
  ]
}

const sorted = weights.toSorted((a, b) => b.bytes - a.bytes)
if (process.argv.includes('--all')) {
  for (const { page, parts, bytes, parsed } of sorted) {
    const count = String(parts.length).padStart(3)
    process.stdout.write(
      `${inKilobytes(bytes).padStart(9)}  ${inKilobytes(parsed).padStart(9)} parsed  ${count} files  ${page}\n`,
    )
  }
}
const heavy = sorted.filter((weight) => excessOf(weight).length > 0)
for (const weight of heavy)
  process.stdout.write(`FAIL ${weight.page} ${excessOf(weight).join('; ')}\n${heaviest(weight.parts)}\n`)
const [heaviestPage] = sorted
const [mostParsed] = weights.toSorted((a, b) => b.parsed - a.parsed)
if (!heaviestPage || !mostParsed) throw new Error('The build has no pages.')
process.stdout.write(
  `${heavy.length > 0 ? 'FAIL' : 'ok  '} weight   ${sorted.length} pages, the heaviest ${heaviestPage.page} with ${inKilobytes(heaviestPage.bytes)}, ` +
    `most parsed by ${mostParsed.page} with ${inKilobytes(mostParsed.parsed)}\n`,
)
process.exitCode = heavy.length > 0 ? 1 : 0
