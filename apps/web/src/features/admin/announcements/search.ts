import { keptText } from '#web/lib/api/search.ts'

// What the address of the page says. Plain checks, because routes load before the schemas do.

const names = ['state', 'topic', 'archived', 'open', 'cursor'] as const
export type SystemSearch = { [K in (typeof names)[number]]?: string }
export const validateSystemSearch = (raw: Record<string, unknown>): SystemSearch => keptText(names, raw)
