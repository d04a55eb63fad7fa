import { keptText } from '#web/lib/api/search.ts'

// Plain checks, because routes load before the schemas do.

const userSearchNames = [
  ...(['search', 'status', 'companyId', 'memberRole', 'twoFactor', 'signIn', 'language', 'skill'] as const),
  ...(['inactiveDays', 'open', 'cursor'] as const),
] as const
export type UserSearch = { [K in (typeof userSearchNames)[number]]?: string }
export const validateUserSearch = (raw: Record<string, unknown>): UserSearch => keptText(userSearchNames, raw)
