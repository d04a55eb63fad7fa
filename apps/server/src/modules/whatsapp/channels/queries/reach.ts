import type { Sql } from '#server/modules/contacts/contacts/index.ts'

export type Reservation = {
  /** Those of the people who may be reached now. */
  fits: ReadonlySet<string>
  /** When the next places come free; null while there are some. */
  nextAt: Date | null
}

/** So many places are waited for, so that a campaign does not wake for each of them. */
const SOME_PLACES = 50

export type Limited = {
  /** People in 24 hours; null for no limit. */
  limit: number | null
  /** How many of the free places may be taken now; all of them where it is left out. */
  share?: (room: number) => number
}

/**
 * Holds the limits of portfolios still until the end of the transaction, always in one order, so that those who take places
 * of several do not wait for each other in a circle.
 */
export const lockReaches = async (sql: Sql, scopes: readonly string[]): Promise<void> => {
  for (const scope of [...new Set(scopes)].sort())
    await sql.query({ text: `select pg_advisory_xact_lock(hashtextextended($1, 71))`, values: [scope] })
}

/**
 * Takes places of a portfolio's limit of people in 24 hours for those who are to be reached outside of their windows, one
 * transaction after the other. Whoever was reached already takes none.
 */
export const reserveReaches = async (
  sql: Sql,
  scope: string,
  people: readonly string[],
  { limit, share = (room) => room, now }: Limited & { now: Date },
): Promise<Reservation> => {
  if (limit === null || people.length === 0) return { fits: new Set(people), nextAt: null }
  await lockReaches(sql, [scope])
  const recent = `scope = $1 and at > $2::timestamptz - interval '24 hours'`
  const { rows: known } = await sql.query<{ person: string }>({
    text: `select person from portfolio_reaches where ${recent} and person = any($3::text[])`,
    values: [scope, now, people],
  })
  const { rows: used } = await sql.query<{ count: number }>({
    text: `select count(*)::int as count from portfolio_reaches where ${recent}`,
    values: [scope, now],
  })
  const room = Math.max(0, limit - (used[0]?.count ?? 0))
  const reached = new Set(known.map(({ person }) => person))
  const fresh = [...new Set(people)].filter((person) => !reached.has(person))
  const fits = new Set([...reached, ...fresh.slice(0, Math.min(room, share(room)))])
  await sql.query({
    text: `insert into portfolio_reaches (scope, person, at) select $1, p, $2::timestamptz from unnest($3::text[]) as p order by 2
      on conflict (scope, person) do update set at = greatest(portfolio_reaches.at, excluded.at)`,
    values: [scope, now, [...fits]],
  })
  if (room > 0) return { fits, nextAt: null }
  const { rows: next } = await sql.query<{ at: Date | null }>({
    text: `select max(f.at) + interval '24 hours' as at from (
      select at from portfolio_reaches where ${recent} order by at limit $3) f`,
    values: [scope, now, Math.min(SOME_PLACES, limit)],
  })
  return { fits, nextAt: next[0]?.at ?? null }
}
