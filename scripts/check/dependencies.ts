import Module, { createRequire, registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { ICruiseOptions, ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser'
import { root } from '../lib/paths.ts'
import { sourceFiles } from '../lib/source-files.ts'
import { moduleCircles, moduleEdges, notifications, product, upwardEdges } from './module-directions.ts'

// TypeScript 7 has no compiler API, and without one dependency-cruiser reads no TypeScript file at all and reports
// success. So it is given the TypeScript 5.9 of this workspace, and the run fails when it read too few files.

const ownRequire = createRequire(import.meta.url)
const legacy = new Map(['typescript', 'typescript/package.json'].map((name) => [name, ownRequire.resolve(name)]))
registerHooks({
  resolve(specifier, context, next) {
    const path = legacy.get(specifier)
    return path ? { url: pathToFileURL(path).href, shortCircuit: true } : next(specifier, context)
  },
})
// `require.resolve` does not pass through the hooks above.
type Resolver = { _resolveFilename(request: string, ...rest: unknown[]): string }
const resolver = Module as unknown as Resolver
const resolveFilename = resolver._resolveFilename
resolver._resolveFilename = (request, ...rest) => legacy.get(request) ?? resolveFilename(request, ...rest)

const { cruise } = await import('dependency-cruiser')
const configuration = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
  forbidden: IForbiddenRuleType[]
  options: ICruiseOptions
}

const folder = process.argv[2] ?? root
process.chdir(folder)
const files = sourceFiles(folder)
const { output } = await cruise(['apps', 'packages'], {
  ...configuration.options,
  ruleSet: { forbidden: configuration.forbidden },
  validate: true,
})
const result = output as ICruiseResult
const read = result.modules.filter((found) => files.includes(found.source) && found.dependencies !== undefined)
const edges = read.reduce((sum, found) => sum + found.dependencies.length, 0)

for (const { rule, from, to, cycle } of result.summary.violations) {
  const way = cycle ? ` (${cycle.map((step) => step.name).join(' → ')})` : ''
  const why = configuration.forbidden.find(({ name }) => name === rule.name)?.comment ?? ''
  process.stderr.write(`${rule.name}: ${from} → ${to}${way}\n  ${why}\n`)
}
if (result.summary.violations.length > 0) process.exitCode = 1
if (read.length < files.length * 0.9 || edges < files.length / 2) {
  process.stderr.write(
    `Only ${read.length} of ${files.length} files and ${edges} imports were read: the check is blind.\n`,
  )
  process.exitCode = 1
}

const parts: string[] = []
for (const house of [product, notifications]) {
  const between = moduleEdges(result.modules, house)
  for (const edge of upwardEdges(between, house)) {
    process.stderr.write(`${house.rule}: ${edge.from} -> ${edge.to} (${edge.count}, as ${edge.file} → ${edge.used})\n`)
    process.exitCode = 1
  }
  for (const circle of moduleCircles(between)) {
    process.stderr.write(`no-module-circle: ${circle.join(', ')}\n`)
    process.exitCode = 1
  }
  parts.push(
    `${new Set(between.flatMap(({ from, to }) => [from, to])).size} ${house === product ? 'modules' : 'rooms'}`,
  )
}
process.stdout.write(`${read.length} files, ${edges} imports, ${parts.join(', ')}\n`)
