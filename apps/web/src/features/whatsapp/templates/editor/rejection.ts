import { promotionalWords } from '@recado/contracts/whatsapp/template-check-warnings'
import type { TemplateCategory, TemplateContent } from '@recado/contracts/whatsapp/template-content'

/** A fix for a rejection that one click can start. */
export type Mend =
  | { start: 'category'; category: TemplateCategory }
  | { start: 'kind' }
  | { start: 'write'; path: string }
  | { start: 'language' }

export type Advice = {
  /** Selects the variant of the reason's text for the category. */
  context: 'MARKETING' | 'UTILITY' | 'AUTHENTICATION' | undefined
  words: string[]
  mends: Mend[]
}

const text: Mend = { start: 'write', path: 'body.text' }
const toMarketing: Mend = { start: 'category', category: 'MARKETING' }
const toUtility: Mend = { start: 'category', category: 'UTILITY' }
const other: Mend = { start: 'write', path: 'category' }

const ofCategory: Readonly<Record<TemplateCategory, readonly Mend[]>> = {
  UTILITY: [toMarketing, text],
  MARKETING: [toUtility, text],
  AUTHENTICATION: [{ start: 'kind' }],
}

/** What to do about a rejection, by Meta's reason and the category of the template. */
export const adviceFor = (reason: string, content: TemplateContent, firstProblem: string | undefined): Advice => {
  const { category } = content
  const promotional = reason === 'PROMOTIONAL' || reason === 'INCORRECT_CATEGORY'
  const words = promotional && category === 'UTILITY' ? promotionalWords(content) : []
  const own = { context: category, words }
  if (reason === 'PROMOTIONAL' && category === 'MARKETING') return { ...own, mends: [text] }
  if (promotional) return { ...own, mends: [...ofCategory[category]] }
  if (reason === 'TAG_CONTENT_MISMATCH') return { ...own, mends: [{ start: 'language' }, text] }
  if (reason === 'CATEGORY_NOT_AVAILABLE')
    return { ...own, mends: [category === 'AUTHENTICATION' ? { start: 'kind' } : other] }
  if (category === 'AUTHENTICATION') return { ...own, mends: [] }
  if (reason === 'INVALID_FORMAT')
    return { ...own, mends: [{ start: 'write', path: firstProblem ?? 'body.examples.1' }] }
  return { ...own, mends: [text] }
}
