import { expect, it, vi } from 'vitest'
import { render, until } from '../test/render.tsx'
import { type ITranslationEntry, TranslationsProvider, useTranslations } from './translations.tsx'

function Probe({ text, values }: { text: string; values?: Record<string, string | number> }) {
  const { t, lang, dir } = useTranslations()
  return <>{`${lang} ${dir} ${t(text, values)}`}</>
}

const shown = (i18n: string | ITranslationEntry | undefined, text = 'settings', values = {}) =>
  render(
    <TranslationsProvider i18n={i18n}>
      <Probe text={text} values={values} />
    </TranslationsProvider>,
  ).holder

it('is English unless said, and at once', () => {
  expect(shown(undefined).textContent).toBe('en ltr Settings')
})

it('is English until a language is there', async () => {
  // As on a page that has just come: other test files of this process have fetched languages before.
  vi.resetModules()
  const fresh = await import('./translations.tsx')
  const Settings = () => {
    const { t, lang, dir } = fresh.useTranslations()
    return <>{`${lang} ${dir} ${t('settings')}`}</>
  }
  const { holder } = render(
    <fresh.TranslationsProvider i18n="de">
      <Settings />
    </fresh.TranslationsProvider>,
  )
  expect(holder.textContent).toBe('de ltr Settings')
  await until(() => expect(holder.textContent).toBe('de ltr Einstellungen'))
})

it.each([
  ['pt', 'pt ltr Configurações'],
  ['pt-BR', 'pt-BR ltr Configurações'],
  ['no', 'no ltr Innstillinger'],
])('knows %s', async (code, text) => {
  const holder = shown(code)
  await until(() => expect(holder.textContent).toBe(text))
})

it.each(['ar', 'fa', 'he', 'ur'])('writes %s from right to left', async (code) => {
  const holder = shown(code)
  await until(() => expect(holder.textContent).not.toContain('Settings'))
  expect(holder.textContent?.startsWith(`${code} rtl `)).toBe(true)
})

it('falls to English for a language that no one wrote', () => {
  expect(shown('tlh').textContent).toBe('en ltr Settings')
})

it('takes texts of the host first, then those of the language, then English, then the key', async () => {
  const i18n = { lang: 'de', translations: { settings: 'Wünsche', 'own.key': 'Eigenes' } }
  expect(shown(i18n).textContent).toBe('de ltr Wünsche')
  const language = shown(i18n, 'notifications')
  await until(() => expect(language.textContent).toBe('de ltr Benachrichtigungen'))
  expect(shown(i18n, 'own.key').textContent).toBe('de ltr Eigenes')
  expect(shown(i18n, 'nobody.knows').textContent).toBe('de ltr nobody.knows')
  expect(shown({ lang: 'tlh', translations: { settings: 'SeHlaw' } }).textContent).toBe('tlh ltr SeHlaw')
})

it('puts values in, and leaves what has none', () => {
  expect(shown('en', 'newCount', { count: 3 }).textContent).toBe('en ltr New: 3')
  expect(shown('en', 'newCount').textContent).toBe('en ltr New: {{count}}')
})
