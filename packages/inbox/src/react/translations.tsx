import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from 'react'
import { directionOf } from '../i18n/direction.ts'
import { bundledLanguage, loadedTexts, loadLanguage, onLanguageLoaded } from '../i18n/load.ts'
import { english, type TranslationKey } from '../i18n/texts.ts'

/** Texts of a host. Keys of its own are welcome; what is missing comes from the language, and then from English. */
export interface ITranslationEntry {
  readonly lang: string
  readonly translations: { readonly [key: string]: string | undefined } & { readonly [K in TranslationKey]?: string }
}

export interface ITranslationsContext {
  /** The BCP 47 tag that was asked for, or `en` when there are no texts of that language. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** The text of a key, with each `{{name}}` replaced by the value of that name; the key itself when no one knows it. */
  t(key: TranslationKey | (string & {}), values?: Readonly<Record<string, string | number>>): string
}

const TranslationsContext = createContext<ITranslationsContext | null>(null)

const inEnglish: Readonly<Record<string, string | undefined>> = english

export function TranslationsProvider(props: {
  /** The code of a language, or texts of the host. English unless given. */
  i18n?: string | ITranslationEntry | undefined
  children?: ReactNode
}) {
  const { i18n = 'en' } = props
  const asked = typeof i18n === 'string' ? i18n : i18n.lang
  const own = typeof i18n === 'string' ? undefined : i18n.translations
  const language = bundledLanguage(asked) ?? 'en'
  const texts = useSyncExternalStore(
    onLanguageLoaded,
    () => loadedTexts(language),
    () => undefined,
  )
  useEffect(() => {
    // English stays on screen when the file of a language cannot be fetched.
    loadLanguage(language).catch((error) => reportError(error))
  }, [language])
  const value = useMemo((): ITranslationsContext => {
    const lang = own || bundledLanguage(asked) ? asked : 'en'
    const found: Readonly<Record<string, string | undefined>> | undefined = texts
    return {
      lang,
      dir: directionOf(lang),
      t: (key, values) => {
        const text = own?.[key] ?? found?.[key] ?? inEnglish[key] ?? key
        return values ? text.replace(/\{\{\s*(\w+)\s*\}\}/g, (whole, name) => String(values[name] ?? whole)) : text
      },
    }
  }, [asked, own, texts])
  return <TranslationsContext.Provider value={value}>{props.children}</TranslationsContext.Provider>
}

/**
 * The texts of the inbox in the language of the provider above, and the way that language is written.
 * @throws when there is no provider
 */
export function useTranslations(): ITranslationsContext {
  const value = useContext(TranslationsContext)
  if (!value)
    throw new Error('Wrap your component in NovuProvider: it asks for texts, and there is no provider above it')
  return value
}
