import { keptText } from '../../lib/search.ts'

// What the addresses of these pages say. Plain checks, because routes load before the schemas do.

type Raw = Record<string, unknown>

const companySearchNames = ['search', 'status', 'block', 'quality', 'channels', 'open', 'cursor'] as const
export type CompanySearch = { [K in (typeof companySearchNames)[number]]?: string }
export const validateCompanySearch = (raw: Raw): CompanySearch => keptText(companySearchNames, raw)

const accessSearchNames = ['search', 'block', 'overridden', 'show', 'company', 'cursor'] as const
export type AccessSearch = { [K in (typeof accessSearchNames)[number]]?: string }
export const validateAccessSearch = (raw: Raw): AccessSearch => keptText(accessSearchNames, raw)

const userSearchNames = ['search', 'status', 'company', 'twoFactor', 'inactiveDays', 'open', 'cursor'] as const
export type UserSearch = { [K in (typeof userSearchNames)[number]]?: string }
export const validateUserSearch = (raw: Raw): UserSearch => keptText(userSearchNames, raw)
