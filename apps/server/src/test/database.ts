import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, vi } from 'vitest'
import type { Deps } from '#server/context.ts'

/**
 * Makes one more database from the migrated template (about 30 ms) and returns its URL.
 * Databases are removed at the end of the run; close pools before the test file ends.
 */
export async function createTestDatabase() {
  const adminUrl = inject('databaseAdminUrl')
  const run = inject('databaseRun')
  const name = `${run}_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`create database ${name} template ${run}_template`)
  } finally {
    await client.end()
  }
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  return url.href
}

let own: { file: string | undefined; url: Promise<string> } | undefined

/** URL of the database of this test file: the same one at each call, shared with no other file. `buildTestApp` has another. */
export function testDatabaseUrl() {
  const file = expect.getState().testPath
  if (!own || own.file !== file) own = { file, url: createTestDatabase() }
  return own.url
}

/** URL of a Redis server when the run has one (`TEST_REDIS_URL`), for the parts that use Redis when it is there. */
// biome-ignore lint/style/noProcessEnv: chooses the server that the whole run uses
export const testRedisUrl = () => process.env['TEST_REDIS_URL']

/** How often `vi.waitFor` looks, and for how long, in milliseconds; by itself it gives up after a second. */
export const soon = { interval: 20, timeout: 60_000 }

/** Waits until some query of this test's database waits for a lock. */
export const lockIsAwaited = async ({ database }: Pick<Deps, 'database'>): Promise<void> => {
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (!rowCount) throw new Error('nobody waits')
  }, soon)
}
