import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }

/** The texts of the product in a language, by `file:path`, with values in their places. */
export const textsOf =
  (language: 'en' | 'pt') =>
  (name: string, values: Readonly<Record<string, string>> = {}) => {
    const [file = '', path = ''] = name.split(':')
    const url = new URL(`../../apps/web/public/locales/${language}/${file}.json`, import.meta.url)
    const found = path
      .split('.')
      .reduce<string | Texts | undefined>(
        (texts, key) => (typeof texts === 'object' ? texts[key] : undefined),
        JSON.parse(readFileSync(url, 'utf8')) as Texts,
      )
    if (typeof found !== 'string') throw new Error(`There is no text ${name}`)
    return found.replace(/\{\{(\w+)\}\}/g, (place, key: string) => values[key] ?? place)
  }

/** A text with something in its places. */
export const like = (text: string) =>
  new RegExp(text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.+'))
