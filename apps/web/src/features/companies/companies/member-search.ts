import { keptText } from '#web/lib/api/search.ts'

const names = ['search', 'cursor', 'show'] as const

/** Which members are shown: a search and a cursor, as a list or as a table of permissions. */
export type MemberSearch = { search?: string; cursor?: string; show?: 'permissions' }
export const validateMemberSearch = (raw: Record<string, unknown>): MemberSearch => {
  const { show, ...rest } = keptText(names, raw)
  return show === 'permissions' ? { ...rest, show } : rest
}
