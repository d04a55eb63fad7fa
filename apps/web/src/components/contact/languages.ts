const offered = ['pt-BR', 'en', 'es', 'fr', 'de', 'it'] as const

const namesFor = (reader: string) => new Intl.DisplayNames([reader === 'pt' ? 'pt-BR' : reader], { type: 'language' })

/** What a language is called in the reader's. */
export const languageName = (code: string, reader: string): string =>
  namesFor(reader).of(code.replace('_', '-')) ?? code

/** Languages to choose from by their names, the contact's own among them. */
export const languageOptions = (known: string | null, reader: string) => {
  const codes = known && !offered.some((code) => code === known) ? [known, ...offered] : [...offered]
  return codes.map((code) => ({ value: code, label: languageName(code, reader) }))
}
