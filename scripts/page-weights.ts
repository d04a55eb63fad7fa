import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Piece, type Pieces, piecesFile } from '../apps/web/vite.pieces.ts'
import { root } from './lib/paths.ts'

// What a browser loads to show each page for the first time, of the built web app as it is given out: compressed, with
// an allowance for headers and for what the API answers. Fails where a page is heavier than its budget, and names what
// is heaviest in it. `--all` lists every page.

const dist = join(root, 'apps/web/dist')
const kilobyte = 1000
const budget = 400 * kilobyte
/** Pages that have their own, and why. */
const budgets: Record<string, number> = {
  // A person's first.
  '_public/signin': 220 * kilobyte,
  // A number has its figures, its settings and what Meta says of it on one page.
  '_app/integrations/whatsapp/$id': 460 * kilobyte,
  // The others show a form, and so need its schemas, at first sight.
  '_app/whatsapp/embedded-signup': 430 * kilobyte,
  '_app/integrations/whatsapp/templates.$id': 430 * kilobyte,
  '_app/companies.$id': 425 * kilobyte,
  '_app/admin/notifications/workflows.new': 425 * kilobyte,
  '_app/admin/notifications/workflows.$id.edit': 425 * kilobyte,
  '_app/admin/notifications/workflows.$id.index': 425 * kilobyte,
  '_app/admin/whatsapp-channels': 425 * kilobyte,
  '_app/admin/settings': 415 * kilobyte,
  '_app/profile': 412 * kilobyte,
  '_app/whatsapp/templates': 412 * kilobyte,
}
/** Headers of an answer as the server sends them (bytes). */
const headers = 450
/** What the API answers to a page that is shown first: the session, the settings, and its own. */
const answers = { signedIn: 10 * kilobyte, public: 5 * kilobyte }
/** Parts that come by themselves after those that pages import, because they are shown without anybody asking. */
const comesBesides: Record<string, string[]> = {
  _app: ['features/product-notifications/inbox/inbox.tsx'],
  '_app/companies.$id': ['features/companies/companies/company-profile.tsx'],
}

type Part = { name: string; bytes: number; modules: Piece['modules'] }

const sizeOf = async (file: string): Promise<number> => {
  const path = join(dist, file)
  const { size } = await stat(`${path}.br`).catch(() => stat(path))
  return size + headers
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
  const sizes = await Promise.all(['en', 'pt'].map((language) => sizeOf(`locales/${language}/${name}.json`)))
  return { name: `texts of ${name}`, bytes: Math.max(...sizes), modules: [] }
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
  // The page itself has the list of what it starts with, in place of the entry.
  const files = withImports(
    pieces,
    roots.map(([file]) => file),
  ).filter((file) => !pieces[file]?.isStart)
  const scripts = files.map((file) => ({ file, piece: pieces[file] as Piece }))
  const styles = [
    ...new Set([...scripts.flatMap(({ piece }) => piece.styles), ...roots.flatMap(([, piece]) => piece.styles)]),
  ]
  const fonts = [...new Set((await Promise.all(styles.map(fontsOf))).flat())]
  const texts = new Set(['common', 'errors', 'validation', ...scripts.flatMap(({ piece }) => piece.texts)])
  const others = ['index.html', 'favicon.svg', ...styles, ...fonts]
  return Promise.all([
    ...scripts.map(async ({ file, piece }) => ({ name: file, bytes: await sizeOf(file), modules: piece.modules })),
    ...others.map(async (name) => ({ name, bytes: await sizeOf(name), modules: [] })),
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
    return { page, parts, bytes: parts.reduce((sum, { bytes }) => sum + bytes, answer) }
  }),
)
const sorted = weights.toSorted((a, b) => b.bytes - a.bytes)
const allowed = (page: string): number => budgets[page] ?? budget
if (process.argv.includes('--all')) {
  for (const { page, parts, bytes } of sorted)
    process.stdout.write(`${inKilobytes(bytes).padStart(9)}  ${String(parts.length).padStart(3)} files  ${page}\n`)
}
const heavy = sorted.filter(({ page, bytes }) => bytes > allowed(page))
for (const { page, parts, bytes } of heavy) {
  process.stdout.write(
    `FAIL ${page} weighs ${inKilobytes(bytes)}, more than its ${inKilobytes(allowed(page))}\n${heaviest(parts)}\n`,
  )
}
const [first] = sorted
if (!first) throw new Error('The build has no pages.')
process.stdout.write(
  `${heavy.length > 0 ? 'FAIL' : 'ok  '} weight   ${sorted.length} pages, the heaviest ${first.page} with ${inKilobytes(first.bytes)}\n`,
)
process.exitCode = heavy.length > 0 ? 1 : 0
