import type { ParsedSearch } from '@recado/contracts/search'
import { type SQL, sql } from 'drizzle-orm'

const languages = [sql`'public.recado_portuguese'`, sql`'public.recado_english'`]
/** Shorter beginnings of words match too much to be useful. */
const SHORTEST_PREFIX = 3

const bare = (word: string) =>
  word
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The beginning of a word as it stands in one of the languages, unstemmed. */
const prefixOf = (word: string): SQL[] => {
  const parts = bare(word)
  const [only] = parts
  if (parts.length !== 1 || !only || only.length < SHORTEST_PREFIX) return []
  return [sql`to_tsquery('pg_catalog.simple', ${`${only}:*`})`]
}

const wordQuery = ({ text, exact, open }: ParsedSearch['words'][number]): SQL => {
  const read = exact ? sql`phraseto_tsquery` : sql`plainto_tsquery`
  const stems = languages.map((language) => sql`${read}(${language}, recado_plain(${text}))`)
  return sql`(${sql.join([...stems, ...(open ? prefixOf(text) : [])], sql` || `)})`
}

/** The words of a search as a text query over `recado_words`; null without words. Stop words of both languages ask nothing. */
export const textQuery = (words: ParsedSearch['words']): SQL | null =>
  words.length === 0 ? null : sql`(${sql.join(words.map(wordQuery), sql` && `)})`
