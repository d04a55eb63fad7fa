type Data = Record<string, unknown> | null

const own = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined

/**
 * A text of a workflow in the language of a locale (`pt`, `pt_BR`, `pt-BR`), as `data.translations` of the workflow says:
 * `{"pt": {"Order paid": "Pedido pago"}}`. A text that no one translated, or that was changed since, stays as it is.
 */
export const translate = (text: string, data: Data, locale: string | null): string => {
  const wanted = (locale ?? '').replace('_', '-').toLowerCase()
  const languages = own(data, 'translations')
  for (const language of [wanted, wanted.split('-')[0] ?? '']) {
    const found = own(own(languages, language), text)
    if (typeof found === 'string' && found !== '') return found
  }
  return text
}

type Translations = Record<string, Record<string, string>>

/** All the translations of a workflow's texts, by language; what is no text is left out. */
export const translationsOf = (data: Data): Translations => {
  const entriesOf = (holder: unknown) => Object.entries(typeof holder === 'object' && holder !== null ? holder : {})
  return Object.fromEntries(
    entriesOf(own(data, 'translations')).map(([language, texts]) => [
      language,
      Object.fromEntries(entriesOf(texts).filter((entry): entry is [string, string] => typeof entry[1] === 'string')),
    ]),
  )
}
