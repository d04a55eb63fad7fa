import type { BackendModule } from 'i18next'

const fileOf = (language: string, namespace: string): Promise<Response> =>
  fetch(`/locales/${language}/${namespace}.json`)

/**
 * The texts of a language from `/locales/{language}/{namespace}.json`. Both languages have the same keys, so English is
 * read only in place of a file that a language does not have. What failed on the way is asked for again by i18next.
 */
export const textFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: async (language, namespace, done) => {
    try {
      const own = await fileOf(language, namespace)
      const found = own.status === 404 && language !== 'en' ? await fileOf('en', namespace) : own
      if (found.ok) done(null, await found.json())
      else done(`${found.url}: ${found.status}`, found.status >= 500)
    } catch (error) {
      done(error instanceof Error ? error : String(error), true)
    }
  },
}
