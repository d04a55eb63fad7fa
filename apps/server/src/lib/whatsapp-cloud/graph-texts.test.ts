import { readFileSync } from 'node:fs'
import { graphErrorRules, graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { expect, it } from 'vitest'

const locales = new URL('../../../../web/public/locales/', import.meta.url)
const textsOf = (locale: string): Record<string, { reason?: string; next?: string }> =>
  JSON.parse(readFileSync(new URL(`${locale}/whatsapp/graph-errors.json`, locales), 'utf8'))

it.each(['en', 'pt'])('says the reason and the next step for every code in %s', (locale) => {
  const texts = textsOf(locale)
  const keys = Object.keys(graphErrorRules).map((code) => graphErrorTextKey(Number(code)))
  for (const key of [...keys, 'unknown', 'not_sent', 'no_answer']) {
    expect(texts[key]?.reason, key).toMatch(/\S{3}/)
    expect(texts[key]?.next, key).toMatch(/\S{3}/)
  }
})
