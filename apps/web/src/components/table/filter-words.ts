import { type FilterField, type FilterPart, keyOf } from './filters.ts'
import type { Span } from './spans.ts'

/** A filter that matches the typed words: its name, and the URL parameters it sets. */
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

/** A word matches as a whole or by its first letters. */
const isNamed = (word: string | undefined, typed: string) =>
  word !== undefined && (word === typed || (typed.length >= leastLetters && word.startsWith(typed)))

/** How many leading words of a name occur consecutively among the typed words. */
const namedWords = (name: readonly string[], typed: readonly string[]): number =>
  Math.max(
    0,
    ...typed.map((_, start) => {
      const reached = typed.slice(start).findIndex((word, index) => !isNamed(name[index], word))
      return reached === -1 ? typed.length - start : reached
    }),
  )

type SpanName = (name: Span['name']) => string

/** Other names of a filter besides its label: its value in the URL, such as "failed". */
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
 * The filters that match the typed words, such as "failed marketing last month": first all of them together, then
 * each one. Names of several words may be typed in part.
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
