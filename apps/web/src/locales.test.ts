import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { apiScopes } from '@recado/contracts/api-scopes'
import { stepErrors, stepReasons } from '@recado/contracts/automation/automation-runs'
import { errorCodes } from '@recado/contracts/errors'
import { signInErrors } from '@recado/contracts/identity/auth'
import { auditActions, auditTargets } from '@recado/contracts/shared/audit'
import { expect, test } from 'vitest'
import { scopeTextKey } from './features/integrations/api-keys/api.ts'

type Texts = { [key: string]: string | Texts }

const folder = resolve(import.meta.dirname, '../public/locales')
const filesOf = (language: string) =>
  readdirSync(join(folder, language), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
const namespaces = filesOf('en').map((file) => file.replace('.json', ''))
const read = (language: string, namespace: string): Texts =>
  JSON.parse(readFileSync(join(folder, language, `${namespace}.json`), 'utf8'))

const plural = /_(zero|one|two|few|many|other)$/

const entries = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : entries(value, `${prefix}${key}.`),
  )

const keys = (texts: Texts): string[] =>
  [...new Set(entries(texts).map(([key]) => key.replace(plural, '_count')))].sort()

const variables = (text: string): string[] => [...new Set(text.match(/\{\{\s*\w+/g) ?? [])].sort()

test('English and Portuguese have the same files', () => {
  expect(filesOf('pt')).toEqual(filesOf('en'))
})

test.each(namespaces)('%s has the same keys and variables in both languages, and no empty text', (namespace) => {
  const [en, pt] = [read('en', namespace), read('pt', namespace)]
  expect(keys(pt)).toEqual(keys(en))
  const portuguese = new Map(entries(pt))
  for (const [key, text] of entries(en)) {
    expect(text, key).not.toBe('')
    const other = portuguese.get(key)
    if (other !== undefined) expect(variables(other), key).toEqual(variables(text))
  }
})

test.each(namespaces)('every plural of %s has the forms that its language needs', (namespace) => {
  for (const [language, forms] of [
    ['en', ['one', 'other']],
    ['pt', ['one', 'many', 'other']],
  ] as const) {
    const all = entries(read(language, namespace)).map(([key]) => key)
    const counted = new Set(all.filter((key) => plural.test(key)).map((key) => key.replace(plural, '')))
    for (const key of counted) for (const form of forms) expect(all, `${language} ${key}`).toContain(`${key}_${form}`)
  }
})

test.each(namespaces)('no key of %s has in it what parts files and keys of texts', (namespace) => {
  const names = (texts: Texts): string[] =>
    Object.entries(texts).flatMap(([key, value]) => [key, ...(typeof value === 'string' ? [] : names(value))])
  for (const language of ['en', 'pt'])
    expect(names(read(language, namespace)).filter((name) => /[:.]/.test(name))).toEqual([])
})

test.each(['en', 'pt'])('every scope of API keys has a name in %s', (language) => {
  const texts = entries(read(language, 'integrations/api-keys')).map(([key]) => key)
  for (const scope of apiScopes) expect(texts).toContain(scopeTextKey(scope))
})

test.each(['en', 'pt'])('every error code has a text in %s', (language) => {
  const texts = read(language, 'errors')
  for (const code of errorCodes) expect(texts[code], code).toBeTypeOf('string')
  const auth = entries(read(language, 'identity/auth')).map(([key]) => key)
  for (const code of signInErrors) expect(auth).toContain(`error.${code}`)
})

test.each(['en', 'pt'])('every reason and failure of a step of an automation has a text in %s', (language) => {
  const { reason, runError } = read(language, 'automation/automations')
  expect(Object.keys(reason ?? {}).sort()).toEqual([...stepReasons].sort())
  expect(Object.keys(runError ?? {}).sort()).toEqual([...stepErrors, 'other'].sort())
})

test.each(['en', 'pt'])('everything that the audit log names has a text in %s', (language) => {
  const texts = entries(read(language, 'shared/audit')).map(([key]) => key)
  for (const action of auditActions) expect(texts).toContain(`action.${action.replace('.', '_')}`)
  for (const target of auditTargets) expect(texts).toContain(`target.${target}`)
})
