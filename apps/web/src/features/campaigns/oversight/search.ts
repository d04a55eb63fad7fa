import { keptText } from '#web/lib/api/search.ts'

// What the address of the page says. Plain checks, because routes load before the schemas do.

const names = ['search', 'state', 'companyId', 'rule', 'from', 'to', 'open', 'cursor'] as const
export type OversightSearch = { [K in (typeof names)[number]]?: string }
export const validateOversightSearch = (raw: Record<string, unknown>): OversightSearch => keptText(names, raw)
