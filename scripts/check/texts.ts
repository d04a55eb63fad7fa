import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCodes } from '../../packages/contracts/src/errors.ts'
import { catalogue } from '../../packages/providers/src/catalogue.ts'
import { root } from '../lib/paths.ts'

// Both languages say everything: the same keys with the same placeholders, and a text for each error code and for each
// word of a provider's form. Whatever the web app reads texts from is there.

type Texts = { [key: string]: string | Texts }

const folder = join(root, 'apps/web/public/locales')
const source = join(root, 'apps/web/src')
const problems: string[] = []

function* flatten(texts: Texts, prefix = ''): Generator<[string, string]> {
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') yield [`${prefix}${key}`, value]
    else yield* flatten(value, `${prefix}${key}.`)
  }
}

/** Languages differ in their plural forms, so a key is compared without them. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
const placeholders = (text: string) => new Set([...text.matchAll(/\{\{\s*-?\s*([\w.]+)/g)].map((match) => match[1]))

function read(language: string, file: string) {
  const path = join(folder, language, file)
  if (!existsSync(path)) {
    problems.push(`${language}/${file} is missing`)
    return new Map<string, Set<string | undefined>>()
  }
  const keys = new Map<string, Set<string | undefined>>()
  for (const [key, text] of flatten(JSON.parse(readFileSync(path, 'utf8')) as Texts)) {
    if (text.trim() === '') problems.push(`${language}/${file}: ${key} is empty`)
    const known = keys.get(withoutPlural(key)) ?? new Set()
    for (const name of placeholders(text)) known.add(name)
    keys.set(withoutPlural(key), known)
  }
  return keys
}

const withoutLanguage = (path: string) => path.replaceAll('\\', '/').replace(/^\w+\//, '')
const files = new Set(globSync('*/**/*.json', { cwd: folder }).map(withoutLanguage))
if (files.size === 0) problems.push('no texts found')
for (const file of files) {
  const en = read('en', file)
  const pt = read('pt', file)
  for (const key of en.keys()) if (!pt.has(key)) problems.push(`pt/${file}: ${key} is missing`)
  for (const [key, names] of pt) {
    const others = en.get(key)
    if (!others) problems.push(`en/${file}: ${key} is missing`)
    else if (names.size !== others.size || [...names].some((name) => !others.has(name))) {
      problems.push(`${file}: ${key} has other placeholders in en than in pt`)
    }
  }
}
for (const language of ['en', 'pt']) {
  const texts = read(language, 'errors.json')
  for (const code of errorCodes) if (!texts.has(code)) problems.push(`${language}/errors.json: ${code} is missing`)
}

const keyOf = (text: string) => text.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '')
for (const language of ['en', 'pt']) {
  const texts = read(language, 'admin/notification-providers.json')
  for (const field of catalogue.flatMap(({ credentials }) => credentials)) {
    const labels = [field.displayName, ...(field.options ?? []).map(({ name }) => name)]
    const keys = labels.map((text) => `label.${keyOf(text)}`)
    if (field.description) keys.push(`help.${keyOf(field.description)}`)
    for (const key of keys)
      if (!texts.has(key)) problems.push(`${language}/admin/notification-providers.json: ${key} is missing`)
  }
}

const asked = /(?:useTranslation|loadNamespaces)\(\s*(?:\[([^\]]*)\]|('[^']*'))|['"`]([a-z-]+\/[a-z-]+):[A-Za-z$]/g
for (const path of globSync('**/*.{ts,tsx}', { cwd: source })) {
  for (const [, several, one, prefix] of readFileSync(join(source, path), 'utf8').matchAll(asked)) {
    const names = prefix ? [prefix] : [...(several ?? one ?? '').matchAll(/'([^']+)'/g)].map(([, name]) => name)
    for (const name of names) if (!files.has(`${name}.json`)) problems.push(`${path}: there are no texts ${name}`)
  }
}

for (const problem of new Set(problems)) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.exitCode = 1
else process.stdout.write(`${files.size} files in en and pt\n`)
