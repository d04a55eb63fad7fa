import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createChannel, createCompany } from '#server/test/factories.ts'
import { findConversationPage } from './queries/list.ts'

// PostgreSQL has no statistics yet for tables that have just started to grow.

const count = 60
let young: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  young = await createTestDeps()
})
afterAll(() => young.close())

type Node = { 'Actual Loops': number; Plans?: Node[] }
const mostLoops = (node: Node): number => Math.max(node['Actual Loops'], ...(node.Plans ?? []).map(mostLoops))

it('a search in tables without statistics reads its page once, and not once per conversation', async () => {
  const { id } = await createCompany(young.deps)
  const { channel } = await createChannel(young.deps, id)
  const { db, pool } = young.deps.database
  await pool.query(
    `insert into contacts (company_id, id, profile_name, phone)
     select $1, md5('c' || i)::uuid, 'Pessoa ' || i, '55119' || (80000000 + i) from generate_series(1, $2::int) i`,
    [id, count],
  )
  await pool.query(
    `insert into contact_identities (company_id, id, contact_id, scope, phone)
     select company_id, md5('i' || phone)::uuid, id, 'S', phone from contacts`,
  )
  await pool.query(
    `insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, last_message_at)
     select company_id, md5('v' || phone)::uuid, $1, id, md5('i' || phone)::uuid, 'resolved', now() from contacts`,
    [channel.id],
  )
  let plan: Node | undefined
  const execute = async (query: ReturnType<typeof sql>) => {
    const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(sql`explain (analyze, format json) ${query}`)
    plan = rows[0]?.['QUERY PLAN'][0].Plan
    return { rows: [] }
  }
  const company = {
    id,
    name: '',
    timezone: 'UTC',
    accessBlocks: [],
    member: { role: 'admin', grants: [], visibility: 'all' },
  }
  const ctx = { ...systemCtx(young.deps, 'test'), company, db: { execute } } as unknown as CompanyCtx
  const filter = { view: 'all', status: 'resolved', sort: 'newest', search: 'pessoa 7' } as const
  await findConversationPage(ctx, filter, null, 31)
  expect(plan && mostLoops(plan)).toBeLessThanOrEqual(count * count)
})
