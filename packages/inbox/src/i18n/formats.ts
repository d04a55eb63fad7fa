/** Locales to try in turn. `Intl` passes over those it does not know, but throws on one that is no BCP 47 tag. */
function localesOf(language: string): string[] {
  try {
    return [...Intl.getCanonicalLocales(language.replaceAll('_', '-')), 'en']
  } catch {
    return ['en']
  }
}

/** Building a format of `Intl` takes longer than drawing a row of the list: each is built once. */
function once<Options, Format>(build: (locales: string[], options: Options) => Format) {
  const built = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = built.get(key) ?? build(localesOf(language), options)
    built.set(key, format)
    return format
  }
}

/** Of a language by its BCP 47 tag; English stands in for one that the runtime does not know. */
export const dateFormat = once(
  (locales, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locales, options),
)

export const relativeFormat = once(
  (locales, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locales, options),
)
