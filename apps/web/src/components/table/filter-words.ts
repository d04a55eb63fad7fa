import { type FilterField, type FilterPart, keyOf } from './filters.ts'
import type { Span } from './spans.ts'

/** A filter that typed words name: what it is called, and what it changes of the address. */
export type NamedFilter = { key: string; label: string; part: FilterPart }

const leastLetters = 3

/** The words of a text, without case and accents. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** A word is named by itself, or by how it begins. */
const isNamed = (word: string | undefined, typed: string) =>
  word !== undefined && (word === typed || (typed.length >= leastLetters && word.startsWith(typed)))

/** How many words of a name stand among the typed ones, in its order and together, from its first word on. */
const namedWords = (name: readonly string[], typed: readonly string[]): number =>
  Math.max(
    0,
    ...typed.map((_, start) => {
      const reached = typed.slice(start).findIndex((word, index) => !isNamed(name[index], word))
      return reached === -1 ? typed.length - start : reached
    }),
  )

type SpanName = (name: Span['name']) => string

/** What a filter can be called by besides its label: the word of the address, such as "failed". */
type Candidate = NamedFilter & { also?: string }

const candidatesOf = (field: FilterField, spans: readonly Span[], spanName: SpanName): Candidate[] => {
  const key = keyOf(field)
  if (field.kind === 'choice' || field.kind === 'choices')
    return field.choices.map(({ value, label }) => ({ key, label, also: value, part: { [field.name]: value } }))
  if (field.kind === 'flag') return [{ key, label: field.label, part: { [field.name]: 'yes' } }]
  if (field.kind !== 'days') return []
  return spans.map(({ name, from, to }) => ({
    key,
    label: spanName(name),
    part: { [field.from]: from, [field.to]: to },
  }))
}

/**
 * The filters that typed words name, such as "failed marketing last month": together first when they are several, then
 * each. A name of several words may be typed in part.
 */
export const filtersNamed = (
  text: string,
  fields: readonly FilterField[],
  { spans, spanName }: { spans: readonly Span[]; spanName: SpanName },
): NamedFilter[] => {
  const typed = wordsOf(text)
  const found = fields
    .flatMap((field) => candidatesOf(field, spans, spanName))
    .map(({ also, ...filter }) => {
      const names = [filter.label, ...(also ? [also] : [])].map(wordsOf)
      const reached = names.map((name) => ({ words: namedWords(name, typed), length: name.length }))
      const isWhole = reached.some(({ words, length }) => words === length && words > 0)
      return { filter, words: Math.max(...reached.map(({ words }) => words)), isWhole }
    })
    .filter(({ words }) => words > 0)
    .sort((a, b) => b.words - a.words)
  const each = found.map(({ filter }) => filter)
  const byKey = new Map<string, NamedFilter>()
  for (const { filter, isWhole } of found) if (isWhole && !byKey.has(filter.key)) byKey.set(filter.key, filter)
  const first = [...byKey.values()]
  if (first.length < 2) return each
  const together = {
    key: 'together',
    label: first.map(({ label }) => label).join(' · '),
    part: Object.assign({}, ...first.map(({ part }) => part)),
  }
  return [together, ...each]
}
