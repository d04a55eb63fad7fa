type Data = Record<string, unknown> | null

const own = (holder: unknown, key: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, key)
    ? (holder as Record<string, unknown>)[key]
    : undefined

/**
 * A text of a workflow in the language of a locale (`pt`, `pt_BR`, `pt-BR`), as `data.translations` of the workflow says:
 * `{"pt": {"Order paid": "Pedido pago"}}`. A text that nobody translated, or that was changed since, stays as it is.
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
