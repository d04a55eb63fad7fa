import { createHash } from 'node:crypto'
import { type ContactSort, contactFilter, contactSorts } from '@recado/contracts/contacts/address-book'
import { countLimit } from '@recado/contracts/shared/lists'
import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { batches } from '#server/modules/contacts/contacts/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { contactChanges } from './actions/change.ts'
import { undoTask } from './actions/undo.ts'
import { contactExport } from './export.ts'
import { compileContactFilter } from './queries/conditions.ts'
import { findPage, orderOf } from './queries/list.ts'

// A company with tens of thousands of contacts, of whom no page of its list and no chunk of an import may read more than
// some hundreds.

const CONTACTS = 30_000
const PAGE = 51
const md5Of = (text: string) => createHash('md5').update(text).digest('hex')
/** Rows that reading a page may touch: what is shown of each contact is several rows. */
const MOST_READ = 3000

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
beforeAll(async () => {
  t = await buildOwnApp()
  admin = await createSignedIn(t.deps)
  const { pool } = t.deps.database
  const company = [admin.company.id]
  await pool.query(
    `insert into contact_attributes (company_id, id, key, label, type, searchable)
     select $1, gen_random_uuid(), key, '{"en": "", "pt": ""}', 'text', key = 'code' from unnest(array['code', 'town']) key`,
    company,
  )
  await pool.query(
    `insert into contacts (company_id, id, name, phone, email, attributes, source, last_inbound_at, created_at)
     select $1, md5('c' || i)::uuid, 'Pessoa ' || md5(i::text), '55119' || (80000000 + i), 'p' || i || '@exemplo.com.br',
       jsonb_build_object('code', 'Nº ' || md5('n' || i), 'town', case when i % 2 = 0 then 'Olinda' else 'Água ' || i end),
       case when i % 3 = 0 then 'chat' else 'import' end,
       case when i % 3 = 0 then now() - make_interval(hours => i) end, now() - make_interval(mins => i)
     from generate_series(1, ${CONTACTS}) i`,
    company,
  )
  await pool.query(
    `insert into contact_identities (company_id, id, contact_id, scope, phone, username)
     select company_id, md5('i' || phone)::uuid, id, 'S', phone, 'user' || phone from contacts
     where company_id = $1 and source = 'chat'`,
    company,
  )
  await pool.query('vacuum analyze')
})
afterAll(() => t.close())

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
/** Rows that a plan took from tables and indexes. */
const readBy = (node: Node, counts: (node: Node) => boolean): number =>
  node.Plans
    ? node.Plans.reduce((sum, one) => sum + readBy(one, counts), 0)
    : !counts(node)
      ? 0
      : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

/** A context whose queries are explained; `read` says how many rows they took together, of those nodes that count. */
const explaining = (counts: (node: Node) => boolean = () => true) => {
  let read = 0
  const { db } = t.deps.database
  const execute = async (query: SQL) => {
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`explain (analyze, format json) ${query}`)
    read += rows[0] ? readBy(rows[0]['QUERY PLAN'][0].Plan, counts) : 0
    return { rows: [] }
  }
  const member = { role: 'admin', grants: [], visibility: 'all' }
  const company = { id: admin.company.id, name: '', timezone: 'UTC', accessBlocks: [], member }
  const own = { ...systemCtx(t.deps, 'test'), company }
  return {
    ctx: { ...own, db } as unknown as CompanyCtx,
    explained: { ...own, db: { execute } } as unknown as CompanyCtx,
    read: () => read,
  }
}

const tree = (field: string, operator: string, value: string) =>
  JSON.stringify({ value: 'AND', children: [{ field, operator, value }] })

const readPage = async (
  query: Record<string, string>,
  sort: ContactSort = 'created',
  counts?: (node: Node) => boolean,
) => {
  const { ctx, explained, read } = explaining(counts)
  const where = await compileContactFilter(ctx, contactFilter.parse(query))
  await findPage(explained, where, { order: orderOf(sort), after: null, limit: PAGE })
  return read()
}

describe('what takes too long is given up', () => {
  const send = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const request = { method, url: `/api/v1${path}`, headers: admin.headers, ...(payload && { payload }) }
    const answer = await t.app.inject(request)
    return { status: answer.statusCode, body: answer.json() }
  }
  const bulk = { selection: { filter: { source: 'import' }, expected: countLimit + 1 }, change: { type: 'restore' } }
  const file = { list: 'contacts', format: 'csv', filter: { search: 'pessoa' } }
  const whileLocked = async <R>(work: () => Promise<R>): Promise<R> => {
    const client = await t.deps.database.pool.connect()
    await client.query('begin; lock table contacts in access exclusive mode')
    try {
      return await work()
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  it('while a person waits for it', async () => {
    const answers = await whileLocked(() =>
      Promise.all([
        send('GET', '/contacts?search=ana'),
        send('POST', '/contact-changes/preview', bulk),
        send('POST', '/contact-changes', bulk),
        send('POST', '/list-exports', file),
      ]),
    )
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(answers.map(() => [422, 'filter_too_slow']))
  }, 60_000)

  it('in the background, and the task says why', async () => {
    const started = [
      { job: contactChanges.job, id: (await send('POST', '/contact-changes', bulk)).body.task.id },
      { job: contactExport.job, id: (await send('POST', '/list-exports', file)).body.id },
    ]
    const info = { id: '', companyId: admin.company.id, attempt: 1, signal: new AbortController().signal }
    await whileLocked(() =>
      Promise.all(started.map(({ job, id }) => job.run(t.deps, { taskId: id, impersonatorId: null }, info))),
    )
    const { data } = (await send('GET', '/tasks')).body
    const ended = started.map(({ id }) => data.find((one: { id: string }) => one.id === id))
    expect(ended.map(({ status, error }) => [status, error])).toEqual(ended.map(() => ['failed', 'filter_too_slow']))
  }, 120_000)
})

describe('a page of many contacts', () => {
  it.each(contactSorts)('by %s is read from an index', async (sort) => {
    expect(await readPage({}, sort)).toBeLessThan(MOST_READ)
  })

  it.each<[string, Record<string, string>]>([
    ['two letters that nobody has', { search: 'xq' }],
    ['a username', { search: '@user5511980000030' }],
    ['a phone as it is dialled', { search: '(11) 98000-0042' }],
    ['a source that nobody came from', { source: 'campaign' }],
    ['a whole phone', { filter: tree('phone', 'EQUAL', '+55 11 98000-0042') }],
    ['a whole address', { filter: tree('email', 'EQUAL', 'p42@exemplo.com.br') }],
    ['a value of a searchable field', { search: md5Of('n42') }],
    ['a part of such a value that no one has', { search: 'ornitorrinco' }],
    ['a whole value of a field', { filter: tree('attributes.town', 'EQUAL', 'agua 43') }],
    ['a value that half of them have', { filter: tree('attributes.town', 'EQUAL', 'olinda') }],
    ['a value of a field that no one has', { filter: tree('attributes.town', 'EQUAL', 'Recife') }],
    ['a part of a name that nobody has', { filter: tree('name', 'LIKE', 'ornitorrinco') }],
  ])('of %s is read from an index', async (_, query) => {
    expect(await readPage(query)).toBeLessThan(MOST_READ)
  })
})

it.each([
  ['a letter', 'pessoa f'],
  ['everyone', 'pessoa'],
])('a search for %s in the order of names reads few rows of the table', async (_, search) => {
  const ofTable = (node: Node) => node['Node Type'] !== 'Index Only Scan'
  expect(await readPage({ search }, 'name', ofTable)).toBeLessThan(MOST_READ)
})

it('the people of a chunk of an import are looked up one by one', async () => {
  const { explained, read } = explaining()
  const numbers = Array.from({ length: 500 }, (_, i) => i)
  await batches.findByKeys(explained, {
    scope: '',
    external: [],
    phones: numbers.map((n) => `55119${80_000_000 + n * 100}`),
    emails: numbers.map((n) => `p${n * 100}@exemplo.com.br`),
    documents: [],
  })
  expect(read()).toBeLessThan(10 * numbers.length)
})

it('more contacts than are counted are changed, and changed back, in the background, all that the filters leave', async () => {
  const selection = { filter: { source: 'import' }, expected: countLimit + 1 }
  const send = (path: string) =>
    t.app.inject({
      ...{ method: 'POST', url: `/api/v1/contact-changes${path}`, headers: admin.headers },
      payload: { selection, change: { type: 'lifecycle', lifecycle: 'lead' } },
    })
  const imported = (CONTACTS * 2) / 3
  expect((await send('/preview')).json()).toEqual({ total: imported, changes: imported, refused: 0 })
  const { changeId, task } = (await send('')).json()
  expect(task.status).toBe('queued')
  await t.deps.jobs.drain(t.deps)
  const { rows } = await t.deps.database.pool.query(
    `select count(*) filter (where lifecycle = 'lead')::int as leads, count(*) filter (where source = 'import')::int as meant
     from contacts where company_id = $1`,
    [admin.company.id],
  )
  expect(rows).toEqual([{ leads: imported, meant: imported }])
  const undo = () =>
    t.app.inject({
      ...{ method: 'POST', url: `/api/v1/contact-changes/${changeId}/undo`, headers: admin.headers },
      payload: {},
    })
  const { pool } = t.deps.database
  const askedOf = async (condition: string) => {
    const found = await pool.query<{ count: number }>(
      `select count(*)::int as count from contact_bulk_change_rows where change_id = $1 and ${condition}`,
      [changeId],
    )
    return found.rows[0]?.count
  }
  const undoing = (await undo()).json().task

  // The first portions are taken back; then the process dies while it waits for a contact that another one holds.
  const other = await pool.connect()
  await other.query('begin')
  await other.query(
    `select from contacts where id = (select contact_id from contact_bulk_change_rows where change_id = $1
       order by contact_id offset 1200 limit 1) for update`,
    [changeId],
  )
  const run = () =>
    undoTask.job.run(
      t.deps,
      { taskId: undoing.id, impersonatorId: null },
      { id: '', companyId: admin.company.id, attempt: 1, signal: new AbortController().signal },
    )
  const killed = expect(run()).rejects.toThrow()
  await vi.waitFor(
    async () => {
      const ended = await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
      expect(ended.rowCount).toBe(1)
    },
    { timeout: 60_000, interval: 100 },
  )
  await killed
  expect([await askedOf('undone'), await askedOf('undone is null')]).toEqual([1000, imported - 1000])
  expect((await undo()).json().code).toBe('state_invalid')
  await other.query('rollback')
  other.release()

  // One that was changed since is kept, and named in the file of the task.
  await pool.query(
    `update contacts set lifecycle = 'customer' where id = (select contact_id from contact_bulk_change_rows
       where change_id = $1 order by contact_id desc limit 1)`,
    [changeId],
  )
  await run()
  await run()
  expect([await askedOf('undone'), await askedOf('not undone')]).toEqual([imported - 1, 1])
  const audited = await pool.query(
    `select diff from audit_logs where action = 'contact.bulk_undo' and target_id = $1`,
    [changeId],
  )
  expect(audited.rows).toEqual([{ diff: { type: 'lifecycle', restored: imported - 1, kept: 1 } }])
}, 180_000)
