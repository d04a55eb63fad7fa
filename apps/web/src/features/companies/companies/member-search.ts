import { keptText } from '#web/lib/api/search.ts'

const names = ['search', 'cursor', 'show'] as const

/** Which members are shown: those a search finds, from a place on; as people, or with what each of them may do. */
export type MemberSearch = { search?: string; cursor?: string; show?: 'permissions' }
export const validateMemberSearch = (raw: Record<string, unknown>): MemberSearch => {
  const { show, ...rest } = keptText(names, raw)
  return show === 'permissions' ? { ...rest, show } : rest
}
