import type { Member } from '@recado/contracts/companies'
import { keptText } from '../../lib/search.ts'

const names = ['search', 'cursor'] as const
const STEP = 50

/** Which members are shown: those a search finds, from a place on. */
export type MemberSearch = { [K in (typeof names)[number]]?: string }
export const validateMemberSearch = (raw: Record<string, unknown>): MemberSearch => keptText(names, raw)

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase()

/** Whether the name or the address of a member has the words in it; capitals and accents do not matter. */
export const isFound = ({ name, email }: Pick<Member, 'name' | 'email'>, words: string): boolean =>
  plain(`${name} ${email}`).includes(plain(words))

/** Fifty of the rows that are all here, as the server answers a page; the cursor is the place of the first one. */
export const pageOf = <T>(rows: readonly T[], cursor: string | undefined) => {
  const asked = Math.max(0, Math.trunc(Number(cursor)) || 0)
  const from = asked < rows.length ? asked : 0
  const next = from + STEP < rows.length ? String(from + STEP) : null
  return { data: rows.slice(from, from + STEP), page: { next, has_more: next !== null } }
}
