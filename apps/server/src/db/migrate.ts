import { fileURLToPath } from 'node:url'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const MIGRATION_LOCK = 7_302_611

/**
 * What the schema is built on. `recado_words` are the stems of a text in both languages of the product, without accents:
 * who wrote in which language is not known. `recado_plain` brings plurals such as promoções to their
 * singular, which the stemmer does not. `recado_own_words` and `recado_own_query` mark words with the end of the id of
 * their company, so that the index has those of a company together; positions are lost, and so are words of more than 2042
 * bytes, since no word with its mark may have more than 2046.
 * Both are made for every message that is stored, and procedural, because a query in a function is started again for each text.
 */
const prelude = `
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create or replace function recado_unaccent(text) returns text
  language sql immutable strict parallel safe as $$ select public.unaccent('public.unaccent'::regdictionary, $1) $$;
create extension if not exists btree_gin;
do $$
declare
  spoken text;
begin
  foreach spoken in array array['portuguese', 'english'] loop
    if not exists (select from pg_ts_config where cfgname = 'recado_' || spoken) then
      execute format('create text search configuration public.recado_%1$s (copy = pg_catalog.%1$s)', spoken);
      execute format('alter text search configuration public.recado_%1$s
        alter mapping for hword, hword_part, word, asciihword, asciiword, hword_asciipart
        with public.unaccent, pg_catalog.%1$s_stem', spoken);
    end if;
  end loop;
end $$;
create or replace function recado_plain(text) returns text
  language sql immutable strict parallel safe as
  $$ select regexp_replace(public.recado_unaccent(lower($1)), '([cszxi]|lh)oes\\M', '\\1ao', 'g') $$;
create or replace function recado_words(text) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  simple text := public.recado_plain($1);
begin
  return to_tsvector('public.recado_portuguese', simple) || to_tsvector('public.recado_english', simple);
end $$;
create or replace function recado_own_words(uuid, tsvector) returns tsvector
  language plpgsql immutable strict parallel safe as $$
declare
  words text := strip($2)::text;
begin
  if octet_length(words) > 2042 then
    words := strip(ts_delete($2, array(
      select word from unnest(tsvector_to_array($2)) as word where octet_length(word) > 2042)))::text;
  end if;
  return replace(' ' || words, ' ''', ' ''' || right($1::text, 4))::tsvector;
end $$;
create or replace function recado_own_query(uuid, tsquery) returns tsquery
  language sql immutable strict parallel safe as
  $$ select replace(' ' || $2::text, ' ''', ' ''' || right($1::text, 4))::tsquery $$;
`

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Going on with a schema that a newer version made would write rows that version cannot read. */
const refuseNewer = async (client: pg.Client) => {
  const { rows: tables } = await client.query<{ found: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as found",
  )
  if (!tables[0]?.found) return
  const { rows } = await client.query<{ applied: string | null }>(
    'select max(created_at) as applied from drizzle.__drizzle_migrations',
  )
  const newest = Math.max(...readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis))
  if (Number(rows[0]?.applied ?? 0) > newest) {
    throw new Error(
      'The database was made by a newer version of Recado. Start that version, or restore a backup made by this one.',
    )
  }
}

/** Brings the database at `url` to the newest schema. Safe to call from several processes at once. Throws when a newer version made it. */
export const migrateDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query('set client_min_messages to warning')
    await refuseNewer(client)
    await client.query(prelude)
    await migrate(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.end()
  }
}
