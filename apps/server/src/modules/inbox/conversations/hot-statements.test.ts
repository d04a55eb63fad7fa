import { conversationViews } from '@recado/contracts/inbox/conversations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { newId } from '#server/lib/ids.ts'
import { byKeysSql } from '#server/modules/contacts/contacts/queries/identities.ts'
import { lockOldestWaiting } from '#server/modules/inbox/commands/queries/next.ts'
import { wakeSql } from '#server/modules/inbox/commands/queries/wake.ts'
import { findMessagePage, findMessagesById, findReactions } from '#server/modules/inbox/messages/queries/messages.ts'
import { applyChangesSql, insertMessagesSql } from '#server/modules/inbox/recording/queries/record.ts'
import {
  byMessageIdSql,
  byWamidSql,
  mergeStatusesSql,
  takeParkedSql,
} from '#server/modules/inbox/recording/queries/statuses.ts'
import { findPlaces } from '#server/modules/inbox/visibility/index.ts'
import { busySql, oldestSql, takeSql, waitingSql } from '#server/modules/whatsapp/webhooks/queries/events.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createChannel, createCompany } from '#server/test/factories.ts'
import { type ConversationFilter, countFiltered, countOpen, findConversationPage, findSummary } from './queries/list.ts'
import { knownWamidsSql, threadsSql } from './queries/threads.ts'

// 300,000 messages and webhook bodies of the past, none of which a hot statement may walk through.

let world: Awaited<ReturnType<typeof createTestDeps>>
let companyId: string
let channelId: string
let conversationId: string
let messageId: string

const grow = async (other: { companyId: string; channelId: string }) => {
  const query = (text: string, values: unknown[] = []) => world.deps.database.pool.query(text, values)
  const place = [companyId, channelId, other.companyId, other.channelId]
  await query(
    `insert into contacts (company_id, id, profile_name, phone)
     select case when i % 10 = 0 then $1::uuid else $2::uuid end, md5('c' || i)::uuid, 'Pessoa ' || md5(i::text), '55119' || (80000000 + i)
     from generate_series(1, 60000) i`,
    [companyId, other.companyId],
  )
  await query(
    `insert into contact_identities (company_id, id, contact_id, scope, phone)
     select company_id, md5('i' || phone)::uuid, id, 'S', phone from contacts`,
  )
  await query(
    `insert into conversations (company_id, id, channel_id, contact_id, identity_id, status, last_message_at, assignee_id)
     select c.company_id, md5('v' || c.phone)::uuid, case when c.company_id = $1::uuid then $2::uuid else $4::uuid end, c.id, md5('i' || c.phone)::uuid,
       case when random() < 0.05 then 'open' else 'resolved' end, now() - random() * interval '90 days',
       case when random() < 0.1 then c.id end
     from contacts c where $3::uuid is not null`,
    place,
  )
  await query(
    `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, wamid, origin, status, occurred_at)
     select v.company_id, md5(v.id::text || n)::uuid, v.id, v.channel_id, v.contact_id, case when n % 2 = 0 then 'in' else 'out' end, 'text',
       'wamid.' || v.id || n, 'contact', 'received', now() - random() * interval '90 days'
     from conversations v, generate_series(1, 5) n`,
  )
  await query(
    `insert into webhook_events (id, shard, received_at, body, state)
     select md5('e' || i)::uuid, i % 16, now() - random() * interval '30 days', '\\x00', 1 from generate_series(1, 300000) i`,
  )
  await query('analyze')
}

beforeAll(async () => {
  world = await createTestDeps()
  const company = await createCompany(world.deps)
  const neighbour = await createCompany(world.deps)
  companyId = company.id
  channelId = (await createChannel(world.deps, companyId)).channel.id
  await grow({ companyId: neighbour.id, channelId: (await createChannel(world.deps, neighbour.id)).channel.id })
  const { rows } = await world.deps.database.pool.query(
    'select id, conversation_id from messages where company_id = $1 limit 1',
    [companyId],
  )
  messageId = rows[0].id
  conversationId = rows[0].conversation_id
})
afterAll(() => world.close())

const bigTables = ['messages', 'conversations', 'webhook_events', 'contacts', 'contact_identities']
const walked = (plan: string) => bigTables.filter((table) => new RegExp(`Seq Scan on ${table}\\b`).test(plan))

describe('statements of the inbound path', () => {
  const at = new Date().toISOString()
  const cases = (): [string, string, unknown[]][] => [
    ['threads', threadsSql, [[companyId], [channelId], ['S'], ['5511980000010'], [null]]],
    ['identities', byKeysSql, [[companyId], ['S'], ['5511980000010'], ['BR.1']]],
    ['known wamids', knownWamidsSql, [[channelId], ['wamid.1']]],
    ['new messages', insertMessagesSql, ['[]']],
    [
      'conversation changes',
      applyChangesSql,
      [JSON.stringify([{ company_id: companyId, id: conversationId, last_at: at }])],
    ],
    ['statuses by our id', byMessageIdSql, [[companyId], [channelId], [messageId]]],
    ['statuses by wamid', byWamidSql, [[companyId], [channelId], ['wamid.1']]],
    ['merged statuses', mergeStatusesSql, [JSON.stringify([{ company_id: companyId, id: messageId }])]],
    ['parked statuses', takeParkedSql, [[channelId], ['wamid.1']]],
    ['waiting bodies', waitingSql, [3, [], 500, 16_777_216]],
    ['taken bodies', takeSql, [[newId()]]],
    ['busy shards', busySql, [[1, 2, 3]]],
    ['oldest body', oldestSql, [16]],
    ['snoozes that are over', wakeSql, [at, [newId()], 1]],
  ]
  it.each(cases().map(([name]) => [name]))('%s', async (name) => {
    const found = cases().find((one) => one[0] === name)
    const { rows } = await world.deps.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${found?.[1]}`, found?.[2])
    expect(walked(rows.map((row) => row['QUERY PLAN']).join('\n'))).toEqual([])
  })
})

describe('statements of the chat', () => {
  /** A context whose queries answer their plan. */
  const explaining = (visibility: 'all' | 'teams' | 'assigned' = 'all') => {
    const plans: string[] = []
    const execute = async (query: ReturnType<typeof sql>) => {
      const result = await world.deps.database.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
      plans.push(result.rows.map((row) => row['QUERY PLAN']).join('\n'))
      return { rows: [] }
    }
    const company = { id: companyId, name: '', timezone: 'UTC', accessBlocks: [] }
    const member = { role: 'admin', grants: [], visibility } as const
    const ctx = {
      ...systemCtx(world.deps, 'test'),
      ...(visibility !== 'all' && { actor: { kind: 'user', userId: messageId, name: '' } }),
      company: { ...company, member },
      db: { execute } as unknown as Db,
    } as CompanyCtx
    return { ctx, plans }
  }
  const filter = (change: Partial<ConversationFilter>): ConversationFilter => ({
    view: 'all',
    status: 'open',
    sort: 'newest',
    ...change,
  })
  const cursor = { at: '2026-01-01 00:00:00+00', id: '01a1fe44-84a9-7682-8b16-822d6011af01', rank: 0 }

  it.each<[string, (ctx: CompanyCtx) => Promise<unknown>]>([
    ['open', (ctx) => findConversationPage(ctx, filter({}), null, 26)],
    ['open, further on', (ctx) => findConversationPage(ctx, filter({}), cursor, 26)],
    ['all', (ctx) => findConversationPage(ctx, filter({ status: 'all' }), cursor, 26)],
    ['resolved', (ctx) => findConversationPage(ctx, filter({ status: 'resolved' }), null, 26)],
    ['mine', (ctx) => findConversationPage(ctx, filter({ assigneeId: messageId }), null, 26)],
    ['unassigned', (ctx) => findConversationPage(ctx, filter({ view: 'unassigned' }), null, 26)],
    ['waiting', (ctx) => findConversationPage(ctx, filter({ sort: 'waiting' }), null, 26)],
    ['search', (ctx) => findConversationPage(ctx, filter({ search: 'pessoa abc', status: 'all' }), null, 26)],
    ...conversationViews.map((view): [string, (ctx: CompanyCtx) => Promise<unknown>] => [
      `the view ${view}`,
      (ctx) => findConversationPage(ctx, filter({ view }), null, 26),
    ]),
    ['sla', (ctx) => findConversationPage(ctx, filter({ sort: 'sla' }), cursor, 26)],
    ['priority', (ctx) => findConversationPage(ctx, filter({ sort: 'priority' }), cursor, 26)],
    ['a team', (ctx) => findConversationPage(ctx, filter({ teamId: messageId, status: 'all' }), null, 26)],
    ['a label', (ctx) => findConversationPage(ctx, filter({ labelId: messageId, status: 'all' }), null, 26)],
    ['counts', (ctx) => countOpen(ctx)],
    [
      'counts of saved views',
      (ctx) =>
        countFiltered(ctx, [
          filter({ labelId: messageId }),
          filter({ unread: 'true', priority: 'high' }),
          filter({ assigneeId: messageId, status: 'all' }),
          filter({ teamId: messageId, status: 'resolved' }),
        ]),
    ],
    ['the next one', (ctx) => lockOldestWaiting(ctx, undefined)],
    ['places of change events', (ctx) => findPlaces(ctx, companyId, [conversationId])],
    ['one', (ctx) => findSummary(ctx, conversationId)],
    ['timeline', (ctx) => findMessagePage(ctx, conversationId, { before: cursor, after: null, limit: 51 })],
    ['named messages', (ctx) => findMessagesById(ctx, conversationId, [messageId])],
    ['reactions', (ctx) => findReactions(ctx, channelId, ['wamid.1'])],
  ])('%s', async (_name, run) => {
    const { ctx, plans } = explaining()
    await run(ctx)
    expect(plans.length).toBeGreaterThan(0)
    expect(walked(plans.join('\n'))).toEqual([])
  })

  it.each(['teams', 'assigned'] as const)('for a member who sees %s', async (visibility) => {
    const { ctx, plans } = explaining(visibility)
    await findConversationPage(ctx, filter({}), cursor, 26)
    await findConversationPage(ctx, filter({ status: 'all' }), null, 26)
    await countOpen(ctx)
    await findSummary(ctx, conversationId)
    expect(plans).toHaveLength(4)
    expect(walked(plans.join('\n'))).toEqual([])
  })
})
