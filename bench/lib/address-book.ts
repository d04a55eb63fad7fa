import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '../../apps/server/src/context.ts'
import { addMember, createUser } from '../../apps/server/src/test/factories.ts'
import type { Stage } from './stage.ts'
import { addCompanies, type BenchCompany, writeUnchecked } from './world.ts'

const FURTHER_COMPANIES = 200
const CONTACTS_EACH = 1000
const TAGS = 30
const LISTS = 10
const MEMBERS = 20

/** The words that names, addresses and cities of the contacts are made of. */
const words = {
  firsts:
    `Ana Bruno Caio Dora Enzo Fátima Gil Helena Iara João Katia Lúcia Marcos Nair Otávio Paula Quitéria Rafael Sônia
    Tiago Úrsula Vera Wagner Xênia Yara Zeca Alice Beatriz Cecília Davi Elisa Felipe Gustavo Heitor Isabel José Lorena
    Miguel Nicolas Olívia`.split(/\s+/),
  lasts:
    `Almeida Barbosa Cardoso Dias Esteves Freitas Gomes Henriques Lima Moraes Nunes Oliveira Pires Queirós Ramos Souza
    Teixeira Uchôa Vieira Xavier Zanetti Araújo Batista Correia Duarte Farias Guimarães Leite Macedo Nogueira Pacheco
    Rezende Sampaio Tavares Vasconcelos Assunção Brandão Camargo Drummond Falcão`.split(/\s+/),
  cities:
    `Recife,Olinda,Natal,Salvador,Fortaleza,Belém,Manaus,Curitiba,Londrina,Santos,Campinas,São Paulo,Niterói,Vitória,
    Goiânia,Brasília,Florianópolis,Joinville,Pelotas,Porto Alegre`.split(/,\s*/),
  areas: `11 12 13 19 21 22 24 27 31 32 41 43 47 48 51 53 61 62 65 67 71 75 79 81 82 83 84 85 91 92`.split(' '),
}

/**
 * People of one company as the years leave them: of ten, nine have a phone, seven an address, six some tags, four have
 * written, and three agreed to marketing. One in 200 is there a second time with the same e-mail address.
 */
const peopleSql = `
  with w as (select $3::text[] as firsts, $4::text[] as lasts, $5::text[] as cities, $6::text[] as areas,
      $7::uuid[] as tags, $8::uuid[] as owners),
  drawn as (select i, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5, random() as r6,
      now() - make_interval(secs => ($2::int - i) * 60.0) as born,
      w.firsts[1 + i % cardinality(w.firsts)] as first,
      w.lasts[1 + (i / cardinality(w.firsts)) % cardinality(w.lasts)] as middle,
      w.lasts[1 + (i / 1600) % cardinality(w.lasts)] as last from generate_series(1, $2::int) as i, w)
  insert into contacts (company_id, id, name, profile_name, phone, email, attributes, tag_ids, language, organization,
    birthday, address, lifecycle, owner_id, source, last_inbound_at, last_outbound_at, marketing, created_at, updated_at)
  select $1, uuidv7(d.born - now()), case when r1 < 0.8 then first || ' ' || middle || ' ' || last end,
    case when r1 >= 0.6 then first || ' ' || last end,
    case when i % 10 <> 7 then '55' || w.areas[1 + i % cardinality(w.areas)] || '9' || lpad((60000000 + i::bigint * 7919 % 39999983)::text, 8, '0') end,
    case when i % 200 = 0 then 'casal' || i / 400 || '@exemplo.com.br' when r2 < 0.7 then lower(recado_unaccent(first || '.' || last)) || i || '@exemplo.com.br' end,
    jsonb_build_object('city', w.cities[1 + floor(power(r3, 2) * cardinality(w.cities))::int], 'visits', floor(power(r2, 3) * 40)::int,
      'plan', (array['basic', 'plus', 'gold'])[1 + floor(power(r4, 2) * 3)::int], 'code', 'C' || i),
    case when r5 < 0.6 then array(select distinct w.tags[1 + floor(power(random(), 2) * cardinality(w.tags) + 0 * i)::int] from generate_series(1, 1 + i % 3)) else '{}' end,
    case when r2 < 0.5 then 'pt_BR' end, case when r3 < 0.2 then last || ' Ltda' end,
    case when r4 < 0.3 then date '1950-01-01' + (i * 37) % 20000 end,
    case when r3 < 0.4 then jsonb_build_object('city', w.cities[1 + i % cardinality(w.cities)], 'state', 'PE', 'country', 'BR') end,
    (array['lead', 'qualified', 'customer', 'inactive', null])[1 + floor(r6 * 5)::int],
    case when r5 < 0.5 then w.owners[1 + floor(r5 * 2 * cardinality(w.owners))::int] end,
    case when r1 >= 0.6 then 'chat' when r1 < 0.5 then 'import' else 'manual' end,
    case when r1 >= 0.6 then now() - make_interval(secs => power(r2, 2) * 31536000) end,
    case when r2 < 0.4 then now() - make_interval(secs => r4 * 31536000) end,
    case when r4 >= 0.7 then 'granted' when r4 < 0.03 then 'denied' else 'unknown' end, d.born, d.born
  from drawn d, w`

/** What people have in other tables: WhatsApp identities with a conversation and a message, further ways to reach them, consents. */
const aroundSql = [
  `insert into contact_identities (company_id, id, contact_id, scope, phone, wa_id, bsuid)
    select company_id, gen_random_uuid(), id, $2, phone, phone, case when phone is null then 'B' || id end from contacts
    where company_id = $1 and source = 'chat'`,
  `insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, unread_count,
      window_expires_at, last_message_at, last_direction, last_preview, last_inbound_at, created_at)
    select i.company_id, gen_random_uuid(), $2, c.id, i.id, case when c.last_inbound_at > now() - interval '2 days' then 'open' else 'resolved' end,
      0, c.last_inbound_at + interval '1 day', c.last_inbound_at, 'in', 'Message', c.last_inbound_at, c.last_inbound_at
    from contact_identities i join contacts c on c.company_id = i.company_id and c.id = i.contact_id
    where i.company_id = $1 and c.last_inbound_at > now() - interval '60 days'`,
  `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, wamid,
      origin, status, occurred_at)
    select company_id, gen_random_uuid(), id, channel_id, contact_id, 'in', 'text', 'Bom dia', '{}', 'wamid.BOOK' || id,
      'contact', 'received', last_message_at from conversations where company_id = $1`,
  `insert into contact_points (company_id, id, contact_id, kind, scope, value)
    select company_id, gen_random_uuid(), id, 'external', 'shop', attributes ->> 'code' from contacts
      where company_id = $1 and source = 'import' and lifecycle = 'customer'
    union all
    select company_id, gen_random_uuid(), id, 'email', '', 'second.' || email from contacts
      where company_id = $1 and email is not null and lifecycle = 'lead' and source = 'manual'
    union all
    select company_id, gen_random_uuid(), id, 'phone', '', '554' || right(phone, 10) from contacts
      where company_id = $1 and phone is not null and lifecycle = 'lead' and source = 'manual'`,
  `insert into consents (company_id, id, contact_id, purpose, state, source, text_version, at)
    select company_id, gen_random_uuid(), id, 'marketing', marketing, 'form', '2026-1', created_at + interval '1 hour' from contacts
    where company_id = $1 and marketing <> 'unknown'`,
]

/** Each list has half of the members of the one before it. */
const listedSql = `
  insert into contact_list_members (company_id, list_id, contact_id, source, created_at)
  select $1, l.id, c.id, 'manual', c.created_at from unnest($2::uuid[]) with ordinality as l(id, n), contacts c
  where c.company_id = $1 and hashtext(l.id::text || c.id::text) & ((8 << (l.n - 1)::int) - 1) = 0`

export type AddressBook = {
  company: BenchCompany
  further: BenchCompany[]
  contacts: number
  tagIds: string[]
  listIds: string[]
}

const tables = ['contacts', 'contact_identities', 'contact_points', 'consents', 'contact_list_members']

/** Fills tables without their further indexes, which are built again at once at the end. */
const withoutIndexes = async (deps: Deps, fill: () => Promise<void>): Promise<void> => {
  const { pool } = deps.database
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where i.indrelid = any($1::regclass[]) and not i.indisprimary`,
    [tables],
  )
  for (const { name } of rows) await pool.query(`drop index ${name}`)
  await fill()
  for (const { definition } of rows) await pool.query(definition)
}

const addNames = async (deps: Deps, company: BenchCompany) => {
  const { pool } = deps.database
  const named = async (table: string, count: number) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into ${table} (company_id, id, name) select $1, uuidv7(), '${table} ' || i from generate_series(1, $2::int) i returning id`,
      [company.id, count],
    )
    return rows.map(({ id }) => id)
  }
  await pool.query(
    `insert into contact_attributes (company_id, id, key, label, type, options, is_unique, searchable)
      select $1, gen_random_uuid(), key, jsonb_build_object('en', key, 'pt', key), type, options, key = 'code', key = 'code'
      from (values ('city', 'text', '{}'::text[]), ('visits', 'number', '{}'), ('plan', 'select', '{basic,plus,gold}'), ('code', 'text', '{}')) as t(key, type, options)`,
    [company.id],
  )
  const owners: string[] = []
  for (let i = 0; i < MEMBERS; i++) {
    const { id } = await createUser(deps, { name: `Member ${i}` })
    await addMember(deps, company.id, id)
    owners.push(id)
  }
  return { owners, tagIds: await named('contact_tags', TAGS), listIds: await named('contact_lists', LISTS) }
}

const fillCompany = async (deps: Deps, company: BenchCompany, contacts: number) => {
  const { owners, tagIds, listIds } = await addNames(deps, company)
  const { firsts, lasts, cities, areas } = words
  await writeUnchecked(deps, peopleSql, [company.id, contacts, firsts, lasts, cities, areas, tagIds, owners])
  const second = [company.number.wabaId, company.channelId]
  for (const [i, text] of aroundSql.entries()) {
    const extra = second[i]
    await writeUnchecked(deps, text, extra === undefined ? [company.id] : [company.id, extra])
  }
  await writeUnchecked(deps, listedSql, [company.id, listIds])
  return { tagIds, listIds }
}

const write = async (stage: Stage, contacts: number): Promise<AddressBook> => {
  const { deps } = stage
  const started = performance.now()
  const [company, ...further] = await addCompanies(deps, 1 + FURTHER_COMPANIES)
  if (!company) throw new Error('no company')
  let named = { tagIds: [''], listIds: [''] }
  await withoutIndexes(deps, async () => {
    named = await fillCompany(deps, company, contacts)
    const { firsts, lasts, cities, areas } = words
    for (const { id } of further)
      await writeUnchecked(deps, peopleSql, [id, CONTACTS_EACH, firsts, lasts, cities, areas, named.tagIds, [id]])
  })
  await deps.database.pool.query('vacuum analyze')
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`  filled ${contacts.toLocaleString('en-US')} contacts in ${seconds} s`)
  return { company, further, contacts, ...named }
}

/** One company with very many contacts among 200 with few, filled now or, in a folder that was kept, before. */
export const addressBook = async (stage: Stage, contacts: number): Promise<AddressBook> => {
  const file = join(stage.dataDir, `contacts-${contacts}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const book = await write(stage, contacts)
  writeFileSync(file, JSON.stringify(book))
  return book
}
