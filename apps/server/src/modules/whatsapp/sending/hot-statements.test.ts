import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { newId } from '#server/lib/ids.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createChannel, createCompany } from '#server/test/factories.ts'
import { claimSql, dueChannelsSql } from './queries/claims.ts'
import { openSendPool } from './queries/pool.ts'
import { settleSql } from './queries/settle.ts'
import type { SettledSends } from './settled.ts'

// 300,000 messages of the past, one channel with 60,000 that wait and another whose 60,000 are not due yet: a claim must
// cost what it takes, not what there is. The planner has seen these tables empty.

const PAST = 300_000
const WAITING = 60_000

let world: Awaited<ReturnType<typeof createTestDeps>>
let pool: ReturnType<typeof openSendPool>
let companyId: string
let channels: string[]

beforeAll(async () => {
  world = await createTestDeps()
  pool = openSendPool(world.deps)
  companyId = (await createCompany(world.deps)).id
  channels = [
    (await createChannel(world.deps, companyId)).channel.id,
    (await createChannel(world.deps, companyId)).channel.id,
  ]
  const conversationId = newId()
  const query = (text: string, values: unknown[]) => world.deps.database.pool.query(text, values)
  await query(`insert into contacts (company_id, id) values ($1, $2)`, [companyId, conversationId])
  await query(`insert into contact_identities (company_id, id, contact_id, scope) values ($1, $2, $2, 's')`, [
    companyId,
    conversationId,
  ])
  await query(
    `insert into conversations (company_id, id, channel_id, contact_id, identity_id) values ($1, $2, $3, $2, $2)`,
    [companyId, conversationId, channels[0]],
  )
  await query('analyze', [])
  await query(
    `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, origin, status, occurred_at)
     select $1::uuid, md5('m' || i)::uuid, $2::uuid, $3::uuid, $2::uuid, 'out', 'text', 'campaign', 'queued', now() from generate_series(1, $4::int) i`,
    [companyId, conversationId, channels[0], PAST],
  )
  await query(
    `insert into outbound_sends (company_id, message_id, channel_id, recipient, priority, not_before)
     select $1::uuid, md5('m' || i)::uuid, (array[$2, $3]::uuid[])[1 + (i - 1) / $4::int], i::text, 10,
       now() + case when i > $4::int then interval '1 day' else interval '0' end from generate_series(1, 2 * $4::int) i`,
    [companyId, channels[0], channels[1], WAITING],
  )
})
afterAll(async () => {
  await pool.end()
  await world.close()
})

type Node = { 'Node Type': string; 'Relation Name'?: string; Plans?: Node[] }
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** What a statement read: tables it walked from end to end, and pages it touched. */
const measure = async (text: string, values: unknown[]) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${text}`, values)
    await client.query('rollback')
    const plan = rows[0]['QUERY PLAN'][0].Plan
    const walked = nodesOf(plan).filter((node) => node['Node Type'] === 'Seq Scan')
    return {
      walked: walked.map((node) => node['Relation Name']),
      pages: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
    }
  } finally {
    client.release()
  }
}

/** What the statements read by which modules above follow a batch. */
const measureHandlers = async (settled: SettledSends) => {
  const measures: Awaited<ReturnType<typeof measure>>[] = []
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    measures.push(await measure(text, values))
    return { rows: [] }
  }
  for (const handle of world.deps.handlers.settled)
    await handle(systemCtx(world.deps, 'test'), { query } as unknown as PoolClient, settled)
  return measures
}

const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
const messageIds = async (count: number): Promise<string[]> => {
  const { rows } = await pool.query(`select md5('m' || i)::uuid as id from unnest($1::int[]) i`, [ids(count)])
  return rows.map((row) => row.id)
}

test('claiming a hundred reads about a hundred', async () => {
  const { walked, pages } = await measure(claimSql, [channels, [100, 100], 10, 'me', 60])
  expect(walked).toEqual([])
  expect(pages).toBeLessThan(100 * 40)
})

test('finding the channels that have something due reads a few pages for each', async () => {
  const { walked, pages } = await measure(dueChannelsSql, [0, 10])
  expect(walked).toEqual([])
  expect(pages).toBeLessThan(100)
})

test('recording and settling a hundred touches a hundred', async () => {
  const messages = await messageIds(100)
  const companies = messages.map(() => companyId)
  const sends = messages.map((messageId) => ({ companyId, messageId, wamid: `wamid.${messageId}` }))
  const recorded = await measureHandlers({
    outcome: 'accepted',
    sends: sends.map((send) => ({ ...send, status: 'accepted' })),
  })
  expect(recorded.length).toBeGreaterThan(0)
  expect(recorded.flatMap(({ walked }) => walked)).toEqual([])
  expect(recorded.reduce((sum, { pages }) => sum + pages, 0)).toBeLessThan(100 * 60)
  const settled = await measure(settleSql, [companies, messages])
  expect(settled.walked).toEqual([])
  expect(settled.pages).toBeLessThan(100 * 20)
})
