import type { BackendModule, ResourceKey, Services } from 'i18next'
import { missingTexts } from './missing-texts.ts'

class LocaleFileError extends Error {
  readonly status: number | null
  constructor(path: string, status: number | null, cause?: unknown) {
    super(`${path}: ${status ?? (cause instanceof Error ? cause.message : 'no answer')}`, { cause })
    this.status = status
  }
}

/** The texts of `/locales/{language}/{namespace}.json`. Throws `LocaleFileError` when there are none to read. */
export const readTexts = async (language: string, namespace: string): Promise<ResourceKey> => {
  const path = `/locales/${language}/${namespace}.json`
  const answer = await fetch(path).catch((error: unknown) => Promise.reject(new LocaleFileError(path, null, error)))
  if (!answer.ok) throw new LocaleFileError(path, answer.status)
  return answer.json().catch((error: unknown) => Promise.reject(new LocaleFileError(path, null, error)))
}

type Outcome = { texts: ResourceKey } | { error: LocaleFileError }
const attempt = (language: string, namespace: string): Promise<Outcome> =>
  readTexts(language, namespace).then(
    (texts) => ({ texts }),
    (error: LocaleFileError) => ({ error }),
  )

/**
 * The texts of a language, and at once the English ones where its own cannot be had: the file is then asked for again
 * behind the page by i18next, five times, which puts it in place when it comes.
 */
export const createI18nBackend = (): BackendModule => {
  /** Files that English stands in for, each with how it failed until that has been told. */
  const stoodIn = new Map<string, LocaleFileError | null>()
  let utils: Services['utils']
  return {
    type: 'backend',
    init: (services) => {
      utils = services.utils
    },
    read: async (language, namespace, done) => {
      const name = `${language}/${namespace}`
      const failedNow = stoodIn.get(name)
      if (failedNow) {
        stoodIn.set(name, null)
        return done(failedNow, true)
      }
      const own = await attempt(language, namespace)
      if ('texts' in own) {
        stoodIn.delete(name)
        missingTexts.remove(namespace)
        return done(null, own.texts)
      }
      if (stoodIn.has(name)) return done(own.error, true)
      const english = language === 'en' ? own : await attempt('en', namespace)
      if ('error' in english) {
        missingTexts.add(namespace)
        return done(english.error, true)
      }
      missingTexts.remove(namespace)
      done(null, english.texts)
      if (own.error.status === 404) return
      stoodIn.set(name, own.error)
      void utils?.reloadResources(language, namespace)
    },
  }
}
