import { keptText } from '#web/lib/api/search.ts'

// What the addresses of these pages say. Plain checks, because routes load before the schemas do.

type Raw = Record<string, unknown>

const companySearchNames = [
  ...(['search', 'status', 'block', 'quality', 'channels', 'tag', 'manager', 'createdFrom', 'createdTo'] as const),
  ...(['quietDays', 'leastMembers', 'open', 'cursor'] as const),
] as const
export type CompanySearch = { [K in (typeof companySearchNames)[number]]?: string }
export const validateCompanySearch = (raw: Raw): CompanySearch => keptText(companySearchNames, raw)

const accessSearchNames = ['search', 'block', 'overridden', 'show', 'company', 'cursor'] as const
export type AccessSearch = { [K in (typeof accessSearchNames)[number]]?: string }
export const validateAccessSearch = (raw: Raw): AccessSearch => keptText(accessSearchNames, raw)

const userSearchNames = [
  ...(['search', 'status', 'company', 'memberRole', 'twoFactor', 'signIn', 'language', 'skill'] as const),
  ...(['inactiveDays', 'open', 'cursor'] as const),
] as const
export type UserSearch = { [K in (typeof userSearchNames)[number]]?: string }
export const validateUserSearch = (raw: Raw): UserSearch => keptText(userSearchNames, raw)

const supportSearchNames = ['search', 'status', 'consent', 'open', 'cursor'] as const
export type SupportSearch = { [K in (typeof supportSearchNames)[number]]?: string }
export const validateSupportSearch = (raw: Raw): SupportSearch => keptText(supportSearchNames, raw)

type Page = { open?: string; cursor?: string }

/** The filters of a page as its list, its files and its selections take them: without a place and what is open. */
export const filtersOf = <S extends Page>({ open: _, cursor: _cursor, ...filters }: S): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
