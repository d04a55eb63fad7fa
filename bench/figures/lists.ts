import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runHelper } from '../lib/child.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { startProduct } from '../lib/product.ts'
import { openStage, type Stage } from '../lib/stage.ts'
import { addCompanies, type BenchCompany, writeUnchecked } from '../lib/world.ts'
import type { HttpLoad, HttpRequest, HttpResult } from '../load/http-load.ts'

const COMPANIES = 200
const MESSAGES_EACH = 10

/** Common words first; made-up endings give thousands more. */
const words =
  `bom dia obrigado pedido entrega preço quero comprar pagar boleto pix cartão endereço amanhã hoje loja produto
  tamanho cor troca nota fiscal chegou atraso tudo certo please order delivery thanks price invoice refund where size blue`.split(
    /\s+/,
  )
const endings = ['', 'inho', 'ada', 'ista', 'eiro', 'mente', 'ável', 'oso', 'ante', 'ura']

/**
 * Seven words for each message, the first of the list far more often than the last, and an order number that no other
 * message of the company has.
 */
const textSql = `(select string_agg(w.list[1 + floor(power(random(), 3) * cardinality(w.list) + 0 * g)::int], ' ')
    from generate_series(1, 7 + 0 * n) g) || ' ' || (100000 + row_number() over ())`

/**
 * Contacts with one conversation of ten messages each, for one company. The first company has ten times as many as the
 * others, and every name is made of common first and last names.
 */
const fillCompany = async (stage: Stage, company: BenchCompany, contacts: number) => {
  await writeUnchecked(
    stage.deps,
    `with names as (select array['Ana','Bruno','Caio','Dora','Enzo','Fátima','Gil','Helena','Iara','João','Lúcia','Marcos'] as firsts,
        array['Almeida','Barbosa','Cardoso','Dias','Esteves','Freitas','Gomes','Lima','Moraes','Nunes','Oliveira','Pires'] as lasts),
     numbered as (select i, gen_random_uuid() as contact, gen_random_uuid() as identity, gen_random_uuid() as conversation,
        '55819' || lpad(i::text, 8, '0') as phone, now() - make_interval(secs => i * 37) as at,
        firsts[1 + i % 12] || ' ' || lasts[1 + (i / 12) % 12] || ' ' || i as name
       from names, generate_series(1, $3::int) as i),
     people as (insert into contacts (company_id, id, profile_name, phone) select $1, contact, name, phone from numbered),
     known as (insert into contact_identities (company_id, id, contact_id, scope, phone, wa_id)
       select $1, identity, contact, $4, phone, phone from numbered)
     insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, unread_count,
         window_expires_at, last_message_at, last_direction, last_preview, last_inbound_at, waiting_since, created_at)
       select $1, conversation, $2, contact, identity, case when i % 3 = 0 then 'resolved' else 'open' end, i % 4,
         at + interval '1 day', at, 'in', 'Message', at, at, at from numbered`,
    [company.id, company.channelId, contacts, company.number.wabaId],
  )
  await writeUnchecked(
    stage.deps,
    `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, body, payload, wamid,
         origin, status, occurred_at)
       select c.company_id, gen_random_uuid(), c.id, c.channel_id, c.contact_id, case when n % 2 = 0 then 'in' else 'out' end,
         'text', ${textSql}, '{}',
         'wamid.LIST' || c.id || '.' || n, case when n % 2 = 0 then 'contact' else 'agent' end,
         case when n % 2 = 0 then 'received' when n = 9 and c.unread_count = 0 then 'failed' else 'read' end,
         c.last_message_at - make_interval(mins => $2 - n)
       from conversations c, generate_series(1, $2::int) as n, (select $3::text[] as list) w where c.company_id = $1`,
    [company.id, MESSAGES_EACH, words.flatMap((word) => endings.map((ending) => word + ending))],
  )
}

const fill = async (stage: Stage, companies: readonly BenchCompany[], messages: number) => {
  const contacts = messages / MESSAGES_EACH
  const usual = Math.floor(contacts / (COMPANIES + 9))
  for (const [index, company] of companies.entries())
    await fillCompany(stage, company, index === 0 ? usual * 10 : usual)
  await stage.deps.database.pool.query('vacuum analyze')
}

/** The companies of a stage, filled now or, in a folder that was kept, before. */
const filledCompanies = async (stage: Stage, messages: number): Promise<BenchCompany[]> => {
  const list = join(stage.dataDir, `lists-${messages}.json`)
  if (existsSync(list)) return JSON.parse(readFileSync(list, 'utf8'))
  const companies = await addCompanies(stage.deps, COMPANIES)
  const started = performance.now()
  await fill(stage, companies, messages)
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`  filled ${messages.toLocaleString('en-US')} messages in ${seconds} s`)
  writeFileSync(list, JSON.stringify(companies))
  return companies
}

const get = (path: string, company: BenchCompany): HttpRequest => ({
  method: 'GET',
  path,
  headers: { cookie: company.cookie },
  body: null,
})

const conversationPaths = async (stage: Stage, company: BenchCompany) => {
  const { rows } = await stage.deps.database.pool.query<{ id: string }>(
    'select id from conversations where company_id = $1 order by random() limit 3',
    [company.id],
  )
  return rows.map(({ id }) => `/api/v1/conversations/${id}/messages`)
}

/** Ninety days until each of the last weeks: other days for each request, because answers are kept for a while. */
const periods = Array.from({ length: 40 }, (_, back) => {
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  return `from=${day(90 + back)}&to=${day(-(back % 3))}`
})

const measure = async (options: BenchOptions): Promise<Measure[]> => {
  const messages = options.full ? 5_000_000 : 500_000
  const stage = await openStage({}, process.env.BENCH_DATA)
  try {
    const companies = await filledCompanies(stage, messages)
    const product = await startProduct(stage, options.profile ? 'lists' : null)
    const pages = (
      await Promise.all(companies.map(async (c) => (await conversationPaths(stage, c)).map((p) => get(p, c))))
    ).flat()
    const big = companies.slice(0, 1)
    const lists: [string, HttpRequest[], number][] = [
      ['conversation list, 200 companies', companies.map((c) => get('/api/v1/conversations', c)), 100],
      [
        'conversation list of the biggest company',
        big.map((c) => get('/api/v1/conversations?sort=waiting&status=all', c)),
        100,
      ],
      ['conversation counts', companies.map((c) => get('/api/v1/conversations/counts', c)), 100],
      ['message page', pages, 100],
      ['log of messages, 200 companies', companies.map((c) => get('/api/v1/messages?from=2020-01-01', c)), 100],
      ['log of failed messages', companies.map((c) => get('/api/v1/messages?status=failed', c)), 100],
      [
        'search of a common word, 200 companies',
        companies.map((c) => get('/api/v1/search/messages?q=pedidos', c)),
        300,
      ],
      [
        'search of two words of the biggest company',
        big.map((c) => get('/api/v1/search/messages?q=entregas%20amanha', c)),
        300,
      ],
      ['search of an order number', companies.map((c, i) => get(`/api/v1/search/messages?q=${100_050 + i}`, c)), 300],
      [
        'search of a word that nobody wrote',
        companies.map((c) => get('/api/v1/search/messages?q=ornitorrinco', c)),
        300,
      ],
      [
        'search of contacts and conversations',
        companies.map((c) => get('/api/v1/conversations?search=marcos%20li', c)),
        300,
      ],
    ]
    for (const part of ['summary', 'series', 'heat', 'spend'])
      lists.push([
        `dashboard of the biggest company, 90 days: ${part}`,
        big.flatMap((c) => periods.map((period) => get(`/api/v1/dashboard/${part}?${period}`, c))),
        300,
      ])
    const measures: Measure[] = []
    for (const [name, requests, most] of lists) {
      const load: HttpLoad = { port: stage.port, requests, connections: 4, seconds: options.seconds / 2, perSecond: 0 }
      const result = await runHelper<HttpResult>('http-load.ts', 'run', load)
      const failed = result.failures > 0 ? `, ${result.failures} FAILED` : ''
      measures.push({
        name: `${name}, p95`,
        value: result.p95,
        unit: 'ms',
        target: { at: 'most', value: most },
        note: `p50 ${result.p50.toFixed(1)} ms, ${Math.round(result.perSecond)}/s over 4 connections${failed}`,
      })
    }
    await product.stop()
    return measures
  } finally {
    await stage.close()
  }
}

export const lists: Figure = { name: 'lists', title: 'Lists with many rows', run: measure }
