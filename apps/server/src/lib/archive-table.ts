/**
 * One table of an archive: the file it fills, where its rows are, and which of their columns it shows. Tokens, hashes, PINs
 * and sealed values are in none. `where` reads the owner's id as `$owner`. Rows are read in the order of `id`; `key` makes
 * one where a table has none, a different one for each row.
 */
export type ArchiveTable = { file: string; from: string; columns: readonly string[]; where?: string; key?: string }

/** What a module gives to the archive of everything that a company, or a person, has here. */
export type ArchiveDefinition = { company?: readonly ArchiveTable[]; person?: readonly ArchiveTable[] }

/** An id that columns make up. */
export const keyOf = (...columns: string[]): string => `md5(concat_ws(' ', ${columns.join(', ')}))::uuid`
