import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { browserStore } from '#web/lib/ui/browser-store.ts'

const key = 'recado.chat.templates'
const most = 6

const nameOf = ({ name, language }: Pick<TemplateSummary, 'name' | 'language'>): string => `${name} ${language}`

const readRecent = (): string[] => {
  try {
    const stored: unknown = JSON.parse(browserStore().getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []
  } catch {
    return []
  }
}

/** Remembers a template as the one used last. */
export const keepRecentTemplate = (template: Pick<TemplateSummary, 'name' | 'language'>): void => {
  const name = nameOf(template)
  const next = [name, ...readRecent().filter((item) => item !== name)].slice(0, most)
  try {
    browserStore().setItem(key, JSON.stringify(next))
  } catch {
    // Without room the order of the list stays as it is.
  }
}

/** The templates with those used last before the others. */
export const recentFirst = (templates: readonly TemplateSummary[]): TemplateSummary[] => {
  const recent = readRecent()
  const rank = (template: TemplateSummary): number => {
    const at = recent.indexOf(nameOf(template))
    return at < 0 ? most : at
  }
  return [...templates].sort((a, b) => rank(a) - rank(b))
}
