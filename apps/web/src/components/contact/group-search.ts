import { textSearch } from '#web/lib/api/search.ts'

/** What the address of a page of groups says: the words that they are looked for by. */
export const validateGroupSearch = textSearch('search')
export type GroupSearch = ReturnType<typeof validateGroupSearch>
