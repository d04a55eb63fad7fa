import { createInstance, type FormatterModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { createI18nBackend, readTexts } from './i18n-backend.ts'
import { missingTexts } from './missing-texts.ts'

export const languages = ['en', 'pt'] as const
export type Language = (typeof languages)[number]

const storageKey = 'locale'

const isLanguage = (value: string | null): value is Language => languages.includes(value as Language)

const storedLanguage = (): Language | null => {
  try {
    const stored = localStorage.getItem(storageKey)
    return isLanguage(stored) ? stored : null
  } catch {
    return null
  }
}

/** The language a person chose earlier, else the browser's when we speak it, else English. */
export const initialLanguage = (): Language => {
  const stored = storedLanguage()
  if (stored) return stored
  return navigator.language.toLowerCase().startsWith('pt') ? 'pt' : 'en'
}

/** Changes the language now and remembers it in local storage. */
export const chooseLanguage = async (texts: i18n, language: Language): Promise<void> => {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  await texts.changeLanguage(language)
}

const markPage = (language: string): void => {
  document.documentElement.lang = language === 'pt' ? 'pt-BR' : 'en'
}

/** Numbers in texts are written as the language writes them, 10,000 or 10.000; codes are no numbers. */
const numberFormatter: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value, _format, language, options) =>
    typeof value === 'number' && options?.interpolationkey !== 'code'
      ? new Intl.NumberFormat(language).format(value)
      : value,
}

/** Brazilians say "0 mensagens": nothing takes the plural, which Intl knows of European Portuguese alone. */
const pluraliseNothing = ({ services: { pluralResolver } }: i18n): void => {
  const suffixOf = pluralResolver.getSuffix.bind(pluralResolver)
  pluralResolver.getSuffix = (language: string, ...rest: unknown[]) =>
    suffixOf(language === 'pt' ? 'pt-PT' : language, ...rest)
}

/** Puts the English texts where a file of another language lacks some. */
const createFill = (texts: i18n) => {
  const filled = new Set<string>()
  return (language: string, namespace: string): void => {
    const name = `${language}/${namespace}`
    if (language === 'en' || filled.has(name) || !texts.hasResourceBundle(language, namespace)) return
    filled.add(name)
    readTexts('en', namespace).then(
      (english) => texts.addResourceBundle(language, namespace, english, true, false),
      // Asked for again with the next text that is missing.
      () => filled.delete(name),
    )
  }
}

/**
 * Loads the texts from /locales/{lng}/{ns}.json: 10 in parallel, 5 retries, 350 ms doubling (spec §9). English stands in
 * for files and texts that Portuguese lacks; it is loaded only then, as both have the same. Throws when neither is there.
 */
export const createTexts = async (): Promise<i18n> => {
  const texts = createInstance()
  const fill = createFill(texts)
  missingTexts.clear()
  texts.on('languageChanged', markPage)
  texts.on('failedLoading', (_language: string, namespace: string) => missingTexts.giveUp(namespace))
  await texts
    .use(createI18nBackend())
    .use(initReactI18next)
    .use(numberFormatter)
    .init({
      lng: initialLanguage(),
      fallbackLng: false,
      supportedLngs: [...languages],
      load: 'languageOnly',
      nonExplicitSupportedLngs: true,
      ns: ['common'],
      defaultNS: 'common',
      fallbackNS: 'common',
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      saveMissing: true,
      saveMissingTo: 'current',
      saveMissingPlurals: false,
      missingKeyHandler: (...[[language = ''], namespace, , , , { ns = [], defaultValue }]) => {
        if (defaultValue !== undefined) return
        for (const name of new Set<string>([namespace, ...[ns].flat()])) fill(language, name)
      },
      interpolation: { escapeValue: false, maxReplaces: 1000, alwaysFormat: true },
      react: { bindI18nStore: 'added' },
    })
  if (!texts.hasResourceBundle(texts.language, 'common')) throw new Error('The texts could not be loaded')
  pluraliseNothing(texts)
  void texts.loadNamespaces(['errors', 'validation'])
  return texts
}
