import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATION_LOCK = 7_302_611

const prelude = `
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create or replace function recado_unaccent(text) returns text
  language sql immutable strict parallel safe as $$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;
`

/** Brings the database at `url` to the newest schema. Safe to call from several processes at once. */
export const migrateDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('set client_min_messages to warning')
    await client.query(prelude)
    await migrate(drizzle(client), { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
  } finally {
    await client.end()
  }
}
