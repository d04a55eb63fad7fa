import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionTexts, problemTexts } from './texts.ts'

test.each(['en', 'pt'] as const)('the files and the pages say the same in %s', (locale) => {
  const path = new URL(`../../../../../web/public/locales/${locale}/contacts/imports.json`, import.meta.url)
  const { problem, rows } = JSON.parse(readFileSync(path, 'utf8'))
  const textsOf = (texts: Record<string, Record<'en' | 'pt', string>>, format = (text: string) => text) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, format(text[locale])]))
  expect(textsOf(problemTexts)).toEqual(problem)
  expect(textsOf(actionTexts)).toEqual(
    Object.fromEntries(Object.entries<string>(rows.action).map(([key, text]) => [key, text.toLowerCase()])),
  )
})
