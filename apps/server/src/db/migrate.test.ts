import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from '#server/test/database.ts'
import { migrateDatabase } from './migrate.ts'

it('may run again and from several processes at once, and refuses a database that is newer than the code', async () => {
  const url = await createTestDatabase()
  await Promise.all([migrateDatabase(url), migrateDatabase(url)])
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)")
  await client.end()
  await expect(migrateDatabase(url)).rejects.toThrow(/newer version/)
})
