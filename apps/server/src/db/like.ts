import { type SQL, sql } from 'drizzle-orm'

/** A text in lower case and without accents, as indexes of names and texts hold it. */
export const folded = (text: unknown): SQL => sql`lower(recado_unaccent(${text}))`

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, String.raw`\$&`)

/** Pattern for `like`: the text somewhere; its own `%` and `_` stand for themselves. */
export const containing = (text: string): string => `%${escapeLike(text)}%`

/** Pattern for `like`: the text at the beginning; its own `%` and `_` stand for themselves. */
export const startingWith = (text: string): string => `${escapeLike(text)}%`
