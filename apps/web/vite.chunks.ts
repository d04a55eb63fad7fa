import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { libraryFiles, namesIn } from './vite.library.ts'
import { withTakenParts } from './vite.parts.ts'

const src = fileURLToPath(new URL('src', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))
const imported = /^(?:import|export)\s(?!type\b)(?:([^'";]*?)\sfrom\s)?['"]([^'"]+)['"]/gm
/** Bytes that a file costs besides its content, and what a byte of code costs, compressed and parsed. */
const costs = { file: 550, byte: 0.8 }

type Part = { id: string; size: number; needs: Set<string> }
type Chunk = { ids: string[]; size: number; pages: Set<string>; needs: Set<string> }

/** The files that an import stands for; none for what is loaded with every page, or decided elsewhere. */
const targetsOf = (file: string, clause: string, source: string): string[] => {
  if (clause.includes('{') && namesIn(clause).length === 0) return []
  if (source.startsWith('#web/')) return [join(src, source.slice('#web/'.length))]
  if (source.startsWith('.')) return [join(dirname(file), source)]
  if (source.startsWith('@recado/contracts/'))
    return [`${join(root, 'packages/contracts/src', source.slice('@recado/contracts/'.length))}.ts?calls`]
  if (source === '@recado/inbox/initials') return [join(root, 'packages/inbox/src/initials.ts')]
  if (source === '@tabler/icons-react')
    return namesIn(clause).map((name) => join(root, 'node_modules', source, 'dist/esm/icons', `${name}.mjs`))
  return namesIn(clause).flatMap((name) => libraryFiles.get(source)?.get(name) ?? [])
}

const partsFrom = (entry: string, parts: Map<string, Part>): Set<string> => {
  const seen = new Set<string>()
  const follow = (id: string): void => {
    if (seen.has(id) || id.endsWith('/routeTree.gen.ts')) return
    const part = parts.get(id) ?? partOf(id)
    if (!part) return
    parts.set(id, part)
    seen.add(id)
    part.needs.forEach(follow)
  }
  follow(entry)
  return seen
}

const partOf = (id: string): Part | null => {
  const file = id.replace('?calls', '')
  if (!existsSync(file)) return null
  const whole = readFileSync(file, 'utf8')
  const code = file.includes('/@mantine/') ? withTakenParts(whole) : whole
  // Of a contract comes little, and of styles the names of their classes.
  if (id !== file || file.endsWith('.css')) return { id, size: id === file ? 200 : code.length / 20, needs: new Set() }
  const needs = [...code.matchAll(imported)].flatMap(([, clause = '', source = '']) => targetsOf(file, clause, source))
  return { id, size: code.length / 2, needs: new Set(needs) }
}

const without = (pages: ReadonlySet<string>, others: ReadonlySet<string>): number =>
  [...pages].filter((page) => !others.has(page)).length

const merged = (one: Chunk, other: Chunk): Chunk => ({
  ids: [...one.ids, ...other.ids],
  size: one.size + other.size,
  pages: new Set([...one.pages, ...other.pages]),
  needs: new Set([...one.needs, ...other.needs]),
})

/** The chunks, and what each of them loads with it. */
const loadsOf = (chunks: ReadonlySet<Chunk>): Map<Chunk, Set<Chunk>> => {
  const owners = new Map([...chunks].flatMap((chunk) => chunk.ids.map((id) => [id, chunk] as const)))
  const nextTo = (chunk: Chunk) => new Set([...chunk.needs].flatMap((id) => owners.get(id) ?? []))
  const next = new Map([...chunks].map((chunk) => [chunk, nextTo(chunk)]))
  const all = (chunk: Chunk, seen: Set<Chunk>): Set<Chunk> => {
    for (const one of next.get(chunk) ?? []) if (!seen.has(one)) all(one, seen.add(one))
    return seen
  }
  return new Map([...chunks].map((chunk) => [chunk, all(chunk, new Set())]))
}

/** What pages load less of if two chunks are one: a file for those that need both, against what others do not need. */
const gainOf = (one: Chunk, other: Chunk, loads: ReadonlyMap<Chunk, ReadonlySet<Chunk>>): number => {
  const moreForOne = without(other.pages, one.pages)
  const moreForOther = without(one.pages, other.pages)
  const files = (one.pages.size - moreForOther) * costs.file
  const gain = files - (one.size * moreForOne + other.size * moreForOther) * costs.byte
  if (gain <= 0) return gain
  const pages = new Set([...one.pages, ...other.pages])
  const withBoth = new Set([...(loads.get(one) ?? []), ...(loads.get(other) ?? [])])
  return [...withBoth]
    .filter((chunk) => chunk !== one && chunk !== other)
    .reduce((left, chunk) => left - without(pages, chunk.pages) * (chunk.size * costs.byte + costs.file), gain)
}

/** Two chunks of which one needs the other by way of a third cannot be one: chunks would need each other in a circle. */
const areApart = (one: Chunk, other: Chunk, loads: ReadonlyMap<Chunk, ReadonlySet<Chunk>>): boolean => {
  const isBetween = (from: Chunk, to: Chunk) =>
    [...(loads.get(from) ?? [])].some((chunk) => chunk !== from && chunk !== to && loads.get(chunk)?.has(to))
  return isBetween(one, other) || isBetween(other, one)
}

/** Makes one of two chunks where that gains most, until nothing gains. */
const fewer = (some: readonly Chunk[]): Set<Chunk> => {
  const chunks = new Set(some)
  for (;;) {
    const loads = loadsOf(chunks)
    const all = [...chunks]
    const [best] = all
      .flatMap((one, place) => all.slice(place + 1).map((other) => ({ one, other, gain: gainOf(one, other, loads) })))
      .filter(({ one, other, gain }) => gain > 0 && !areApart(one, other, loads))
      .sort((a, b) => b.gain - a.gain)
    if (!best) return chunks
    const { one, other } = best
    const both = merged(one, other)
    for (const chunk of [...(loads.get(one) ?? []), ...(loads.get(other) ?? [])])
      for (const page of both.pages) chunk.pages.add(page)
    chunks.delete(one)
    chunks.delete(other)
    chunks.add(both)
  }
}

/**
 * In which chunk each module comes that several pages show: together with what the same pages need, so that a page loads
 * few files and little that it does not use. `besides` are parts that come by themselves, or after the page that they are
 * named after; `reserved` are names of other chunks.
 */
export const sharedChunks = (
  besides: readonly (readonly string[])[],
  reserved: readonly string[],
): Map<string, string> => {
  const parts = new Map<string, Part>()
  const pagesOf = new Map<string, Set<string>>()
  const pages = globSync('routes/_{app,public}/**/*.tsx', { cwd: src }).map((page) => [
    page,
    `routes/${page.split('/')[1]}.tsx`,
  ])
  for (const entries of [...pages, ...besides]) {
    const [page = ''] = entries
    for (const id of entries.flatMap((entry) => [...partsFrom(join(src, entry), parts)]))
      pagesOf.set(id, (pagesOf.get(id) ?? new Set()).add(page))
  }
  const atStart = partsFrom(join(src, 'main.tsx'), parts)
  const alike = new Map<string, Chunk>()
  for (const [id, pages] of pagesOf) {
    const part = parts.get(id)
    if (!part || pages.size < 2 || id.includes('/src/routes/') || atStart.has(id)) continue
    const key = [...pages].sort().join()
    const chunk = { ids: [id], size: part.size, pages: new Set(pages), needs: part.needs }
    const known = alike.get(key)
    alike.set(key, known ? merged(known, chunk) : chunk)
  }
  const names = new Map<string, string>()
  const taken = new Set(reserved)
  for (const { ids } of fewer([...alike.values()])) {
    const [largest = ''] = ids.toSorted((a, b) => (parts.get(b)?.size ?? 0) - (parts.get(a)?.size ?? 0))
    const plain = largest.replace(/^.*\//, '').replace(/\..*$/, '').toLowerCase()
    let name = plain
    for (let count = 2; taken.has(name); count++) name = `${plain}-${count}`
    taken.add(name)
    for (const id of ids) names.set(id, name)
  }
  return names
}

/** The files of a circle in which chunks need each other; null if there is none. */
const circleIn = (needs: ReadonlyMap<string, readonly string[]>): string[] | null => {
  const done = new Set<string>()
  const follow = (file: string, way: readonly string[]): string[] | null => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file]
    if (done.has(file)) return null
    for (const next of needs.get(file) ?? []) {
      const circle = follow(next, [...way, file])
      if (circle) return circle
    }
    done.add(file)
    return null
  }
  for (const file of needs.keys()) {
    const circle = follow(file, [])
    if (circle) return circle
  }
  return null
}

/** Refuses chunks that need each other in a circle: one of them would run before what it needs is there. */
export const withoutCircles = (): Plugin => ({
  name: 'recado-chunk-circles',
  apply: 'build',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [file] : []))
    const circle = circleIn(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
    const nameOf = (file: string) => chunks.find(({ fileName }) => fileName === file)?.name ?? file
    if (circle) this.error(`Chunks need each other in a circle: ${circle.map(nameOf).join(', ')}`)
  },
})
