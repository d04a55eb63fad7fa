import { bundledLanguage } from './load.ts'

/** Whose dates are read with a language of ours that no runtime knows. */
const readAs: Record<string, string> = { bh: 'hi' }

/** Locales to try in turn. `Intl` passes over those it does not know, but throws on one that is no BCP 47 tag. */
function localesOf(language: string): string[] {
  const tag = language.replaceAll('_', '-')
  try {
    return [...Intl.getCanonicalLocales(readAs[tag] ?? tag), 'en']
  } catch {
    return ['en']
  }
}

/** Whether English words would stand among the texts of another language, since the runtime has none of its own. */
function lacksWords(language: string): boolean {
  const own = bundledLanguage(language)
  return own !== undefined && own !== 'en' && Intl.DateTimeFormat.supportedLocalesOf(localesOf(language))[0] === 'en'
}

const digits: Intl.DateTimeFormatOptions = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
}

/** Building a format of `Intl` takes longer than drawing a row of the list: each is built once. */
function once<Options, Format>(build: (language: string, options: Options) => Format) {
  const built = new Map<string, Format>()
  return (language: string, options: Options): Format => {
    const key = `${language} ${JSON.stringify(options)}`
    const format = built.get(key) ?? build(language, options)
    built.set(key, format)
    return format
  }
}

/**
 * Of a language by its BCP 47 tag, in digits where the runtime does not know a language of the inbox. English stands in
 * for any other.
 */
export const dateFormat = once((language, options: Intl.DateTimeFormatOptions) =>
  lacksWords(language)
    ? new Intl.DateTimeFormat('en-GB', digits)
    : new Intl.DateTimeFormat(localesOf(language), options),
)

/** Format of spans of time; false where the runtime has no words and would write "-3 h". */
export const relativeFormat = once((language, options: Intl.RelativeTimeFormatOptions) => {
  const format = new Intl.RelativeTimeFormat(localesOf(language), options)
  return !lacksWords(language) && /^[^-+]/.test(format.format(-3, 'hour')) && format
})
