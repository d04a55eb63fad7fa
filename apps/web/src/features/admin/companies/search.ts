import { keptText } from '#web/lib/api/search.ts'

// What the addresses of these pages say. Plain checks, because routes load before the schemas do.

type Raw = Record<string, unknown>

const companySearchNames = [
  ...(['search', 'status', 'block', 'quality', 'channels', 'tag', 'manager', 'createdFrom', 'createdTo'] as const),
  ...(['quietDays', 'active', 'leastMembers', 'open', 'cursor'] as const),
] as const
export type CompanySearch = { [K in (typeof companySearchNames)[number]]?: string }
export const validateCompanySearch = (raw: Raw): CompanySearch => keptText(companySearchNames, raw)

const accessSearchNames = ['search', 'block', 'overridden', 'show', 'companyId', 'cursor'] as const
export type AccessSearch = { [K in (typeof accessSearchNames)[number]]?: string }
export const validateAccessSearch = (raw: Raw): AccessSearch => keptText(accessSearchNames, raw)

const supportSearchNames = ['search', 'status', 'consent', 'open', 'cursor'] as const
export type SupportSearch = { [K in (typeof supportSearchNames)[number]]?: string }
export const validateSupportSearch = (raw: Raw): SupportSearch => keptText(supportSearchNames, raw)
