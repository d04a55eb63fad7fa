import type { Pool } from 'pg'

export type Leases = {
  /** Tries to own the names; answers those owned now. Call again before the lease ends to keep them. */
  acquire: (names: readonly string[]) => Promise<Set<string>>
  release: (names: readonly string[]) => Promise<void>
  ttlSeconds: number
}

/** Named things that one process owns at a time. A dead owner's names are free after `ttlSeconds`. */
export const createLeases = (pool: Pool, processId: string, ttlSeconds = 10): Leases => ({
  ttlSeconds,
  acquire: async (names) => {
    if (names.length === 0) return new Set()
    const result = await pool.query<{ name: string }>({
      name: 'leases_acquire',
      text: `insert into leases as l (name, owner, until)
        select name, $2, now() + make_interval(secs => $3) from unnest($1::text[]) as name order by name
        on conflict (name) do update set owner = excluded.owner, until = excluded.until,
          fence = l.fence + case when l.owner = excluded.owner then 0 else 1 end
        where l.owner = excluded.owner or l.until < now()
        returning name`,
      values: [names, processId, ttlSeconds],
    })
    return new Set(result.rows.map((row) => row.name))
  },
  release: async (names) => {
    await pool.query({
      name: 'leases_release',
      text: `delete from leases where name = any($1::text[]) and owner = $2`,
      values: [names, processId],
    })
  },
})
