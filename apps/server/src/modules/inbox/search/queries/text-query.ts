import type { ParsedSearch } from '@recado/contracts/shared/search'
import { type SQL, sql } from 'drizzle-orm'

type Word = ParsedSearch['words'][number]

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

const wordQuery = ({ text, exact, open }: Word, read: 'words' | 'phrases'): SQL => {
  const call = exact && read === 'phrases' ? sql`phraseto_tsquery` : sql`plainto_tsquery`
  const stems = languages.map((language) => sql`${call}(${language}, recado_plain(${text}))`)
  return sql`(${sql.join([...stems, ...(open ? prefixOf(text) : [])], sql` || `)})`
}

const queryOf = (words: readonly Word[], read: 'words' | 'phrases'): SQL =>
  sql`(${sql.join(
    words.map((word) => wordQuery(word, read)),
    sql` && `,
  )})`

/** The words of a search as a text query over `recado_words`; null without words. Stop words of both languages ask nothing. */
export const textQuery = (words: readonly Word[]): SQL | null => (words.length === 0 ? null : queryOf(words, 'phrases'))

type Place = { company: SQL; text: SQL }

/**
 * Whether a text has the words of a search, by the index of the words of its company. `place` are the columns. That index
 * knows no order, so phrases are looked for in the texts that have their words.
 */
export const hasWords = ({ company, text }: Place, companyId: string, words: readonly Word[]): SQL => {
  const inIndex = sql`${text} is not null and recado_own_words(${company}, recado_words(${text}))
    @@ recado_own_query(${companyId}, ${queryOf(words, 'words')})`
  return words.some(({ exact }) => exact)
    ? sql`${inIndex} and recado_words(${text}) @@ ${queryOf(words, 'phrases')}`
    : inIndex
}
