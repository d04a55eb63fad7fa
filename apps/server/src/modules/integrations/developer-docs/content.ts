import { readFileSync } from 'node:fs'
import type { Locale } from '@recado/contracts/shared'

const folder = new URL('../../../../../../docs/developers/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')

/** Pages in their order, under the headings of the menu. Each has a file of this name in each language. */
export const pageGroups = {
  start: ['index', 'quick-start', 'authentication'],
  calls: ['idempotency', 'paging', 'rate-limits', 'errors'],
  more: ['webhooks', 'client', 'assistants', 'recipes', 'changelog'],
} as const
export type PageName = (typeof pageGroups)[keyof typeof pageGroups][number]

export const pageNames: readonly PageName[] = Object.values(pageGroups).flat()
export const isPageName = (name: string): name is PageName => pageNames.some((known) => known === name)

/** Where a page is. */
export const pathOf = (locale: Locale, name: PageName): string =>
  name === 'index' ? `/docs/${locale}` : `/docs/${locale}/${name}`

const uiKeys = [
  ...(['docs', 'skip', 'menu', 'pages', 'onThisPage', 'linkTo', 'copy', 'copied', 'languages', 'language'] as const),
  ...(['app', 'reference', 'previous', 'next', 'notFound', 'notFoundText', 'home', 'scope', 'allows'] as const),
  ...(['status', 'meaning', 'todo', 'tool', 'does'] as const),
] as const

/** What pages say besides their own text. */
export type Texts = {
  ui: Record<(typeof uiKeys)[number], string>
  groups: Record<keyof typeof pageGroups, string>
  scopes: Record<string, string>
  /** What tools for assistants do, by their names. */
  tools: Record<string, string>
  /** When webhooks are sent, by their names. */
  events: Record<string, string>
  /** What an error means, and what to do about it. */
  errors: Record<string, readonly [meaning: string, todo: string]>
}

export const readTexts = (locale: Locale): Texts => JSON.parse(read(`${locale}/texts.json`))
export const readPage = (locale: Locale, name: PageName): string => read(`${locale}/${name}.md`)

/** Programs that are shown and tested as they stand. */
export const programs = {
  'quick-start': { curl: 'curl.sh', typescript: 'typescript.ts', php: 'php.php', python: 'python.py' },
  webhook: { typescript: 'webhook.ts', php: 'webhook.php', python: 'webhook.py' },
} as const
export const programNames = { curl: 'cURL', typescript: 'TypeScript', php: 'PHP', python: 'Python' } as const
export type ProgramLanguage = keyof typeof programNames

const readme = new URL('../../../../../../packages/client/README.md', import.meta.url)

/** An example of the README of the client, by its place. */
export const readClientExample = (place: number): string =>
  [...readFileSync(readme, 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)][place - 1]?.[1] ?? ''

export const readProgram = (file: string): string => read(`quick-starts/${file}`)

/** The part of a program that begins with a comment of this number, until the next one. */
export const stepOf = (program: string, step: string): string => {
  const lines = program.split('\n')
  const isStep = (line: string) => /^(#|\/\/) (\d)\. /.exec(line)?.[2]
  const start = lines.findIndex((line) => isStep(line) === step)
  const length = lines.slice(start + 1).findIndex((line) => isStep(line))
  const part = lines.slice(start, length === -1 ? undefined : start + 1 + length)
  return `${part.join('\n').trim()}\n`
}
