import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase, testDatabaseUrl } from '#server/test/database.ts'

const server = fileURLToPath(new URL('../..', import.meta.url))

/** The statements that make the schema of the code in an empty database. */
function schemaStatements() {
  const folder = mkdtempSync(join(tmpdir(), 'recado-schema-'))
  try {
    const program = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs')
    const options = [
      '--dialect=postgresql',
      '--schema=./src/db/schema/**/*.ts',
      '--casing=snake_case',
      `--out=${folder}`,
    ]
    const { stdout } = spawnSync(process.execPath, [program, 'generate', ...options], { cwd: server, encoding: 'utf8' })
    const file = readdirSync(folder).find((name) => name.endsWith('.sql'))
    if (!file) throw new Error(stdout)
    return readFileSync(join(folder, file), 'utf8').split('--> statement-breakpoint')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const described = `
  select c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as line
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped
  union all
  select indexdef from pg_indexes where schemaname = 'public'
  union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0 and contype <> 'n'
  order by 1`

async function withClient<T>(url: string, run: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}

const describeDatabase = (url: string) =>
  withClient(url, async (client) => (await client.query<{ line: string }>(described)).rows.map(({ line }) => line))

it('leads by migrations to the schema that the code declares', async () => {
  const fromCode = await createTestDatabase()
  await withClient(fromCode, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public'",
    )
    if (rows.length > 0) await client.query(`drop table ${rows.map(({ name }) => name).join(', ')} cascade`)
    for (const statement of schemaStatements()) await client.query(statement)
  })
  const migrated = await describeDatabase(await testDatabaseUrl())
  expect(migrated.length).toBeGreaterThan(100)
  expect(migrated).toEqual(await describeDatabase(fromCode))
})
