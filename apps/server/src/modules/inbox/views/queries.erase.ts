import { sql } from 'drizzle-orm'
import { type EraseHandler, namingOf, withoutNames } from '#server/lib/erasure.ts'

type Search = Record<string, unknown>

const treeOf = (text: string): object | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' ? parsed : null
  } catch {
    return null
  }
}

/** Conditions stand in the address as text, and are checked one by one: the others stay. */
const without = (search: Search, names: (text: string) => boolean): Search => {
  const isNamed = (value: unknown): value is string => typeof value === 'string' && names(value)
  if (!Object.values(search).some(isNamed)) return search
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => {
      if (!isNamed(value)) return [key, value]
      const tree = treeOf(value)
      return [key, tree ? JSON.stringify(withoutNames(tree, names)) : withoutNames(value, names)]
    }),
  )
}

/** Whom saved filters look for, in whatever list. */
export const eraseFromViews: EraseHandler = async ({ db }, subject) => {
  const { companyId } = subject
  const names = namingOf(subject)
  const { rows } = await db.execute<{ id: string; search: Search }>(
    sql`select id, search from saved_views where company_id = ${companyId}`,
  )
  for (const { id, search } of rows) {
    const stripped = without(search, names)
    if (stripped === search) continue
    await db.execute(sql`
      update saved_views set search = ${JSON.stringify(stripped)}::jsonb, version = version + 1, updated_at = now()
      where company_id = ${companyId} and id = ${id}`)
  }
  return {}
}
