import { keptText } from '#web/lib/api/search.ts'

const names = ['search', 'cursor'] as const

/** Which members are shown: those a search finds, from a place on. */
export type MemberSearch = { [K in (typeof names)[number]]?: string }
export const validateMemberSearch = (raw: Record<string, unknown>): MemberSearch => keptText(names, raw)
