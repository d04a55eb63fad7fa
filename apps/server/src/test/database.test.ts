import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, testDatabaseUrl } from './database.ts'

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

it('gives a test file one migrated database of its own when it asks for one', async () => {
  const url = await testDatabaseUrl()
  expect(await testDatabaseUrl()).toBe(url)
  await query(url, 'create table only_here (id int)')
  const other = await createTestDatabase()
  const tables = await query(other, "select table_name from information_schema.tables where table_schema = 'public'")
  const names = tables.map((row) => row['table_name'])
  expect(names).toContain('companies')
  expect(names).not.toContain('only_here')
})
