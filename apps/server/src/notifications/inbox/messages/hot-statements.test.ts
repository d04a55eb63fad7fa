import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { factsSql } from '#server/notifications/audience/preferences/queries.ts'
import type { SubscriberCtx } from '#server/notifications/shared/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'
import { findMessagePage } from './queries/all-channels.ts'
import { countStatement, countsSql, findInboxPage, type InboxFilter, pageStatement } from './queries/inbox.ts'
import * as changes from './queries/messages.ts'

// 300,000 messages of an environment, 10,000 of them in the inbox that is looked at. No statement may walk through all.

let world: Awaited<ReturnType<typeof createTestDeps>>
let ctx: SubscriberCtx

beforeAll(async () => {
  world = await createTestDeps()
  const { environment } = await createTestEnvironment(world.deps)
  const subscriber = await createTestSubscriber(world.deps, environment)
  ctx = { ...systemCtx(world.deps, 'test'), environment, subscriber }
  const { pool } = world.deps.database
  await pool.query(
    `insert into notification_feeds (id, environment_id, name, identifier)
     select 'feed' || i, $1, 'feed' || i, 'feed' || i from generate_series(1, 4) i`,
    [environment.id],
  )
  await pool.query(
    `insert into notification_messages (id, environment_id, run_id, job_id, workflow_id, workflow_identifier,
       template_id, subscriber_id, transaction_id, channel, provider_id, feed_id, content, payload, status, created_at,
       seen_at, read_at, deleted_at, archived_at, snoozed_until, expire_at)
     select lpad(to_hex(i), 24, '0'), $1, lpad(to_hex(i), 24, 'r'), lpad(to_hex(i), 24, 'j'), 'w' || i % 20, 'workflow',
       't' || i % 20, case when i % 30 = 0 then $2 else lpad(to_hex(i % 290), 24, 's') end, 'transaction' || i,
       case when i % 7 = 1 then 'email' else 'in_app' end, 'novu', case when i % 5 > 0 then 'feed' || i % 5 end, 'Text',
       jsonb_build_object('n', i % 100), 'sent', now() - i % 7776000 * interval '1 second',
       case when i % 20 > 0 then now() end, case when i % 11 > 0 then now() end, case when i % 50 = 1 then now() end,
       case when i % 900 = 0 then now() end, case when i % 1200 = 60 then now() + i * interval '1 second' end,
       now() + interval '1 year'
     from generate_series(1, 300000) i`,
    [environment.id, subscriber.id],
  )
  await pool.query(
    `insert into notification_preferences (environment_id, subscriber_id, workflow_id, email)
     select $1, 's' || i, case when i % 2 = 0 then 'w' || i % 20 else '' end, false from generate_series(1, 50000) i`,
    [environment.id],
  )
  await pool.query('vacuum analyze notification_messages')
  await pool.query('analyze')
})
afterAll(() => world.close())

/** How a statement is planned with these values, and with any (as prepared statements are; PostgreSQL 15 knows no other way to ask). */
const plansOf = async (text: string, values: unknown[]): Promise<string> => {
  const { pool } = world.deps.database
  const own = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
  const client = await pool.connect()
  try {
    await client.query('set plan_cache_mode = force_generic_plan')
    await client.query(`prepare any_values as ${text}`)
    const any = await client.query<{ 'QUERY PLAN': string }>(
      `explain execute any_values(${values.map(() => 'null').join()})`,
    )
    return [...own.rows, ...any.rows].map((row) => row['QUERY PLAN']).join('\n')
  } finally {
    client.release(true)
  }
}
const walks = (plan: string) => plan.match(/Seq Scan on notification_\w+/g)?.filter((scan) => !/feeds/.test(scan)) ?? []

const filters: [string, InboxFilter][] = [
  ['all', {}],
  ['unseen', { seen: false }],
  ['seen', { seen: true }],
  ['unread', { read: false }],
  ['read', { read: true }],
  ['seen and unread', { seen: true, read: false }],
  ['of a feed', { feeds: ['feed1'] }],
  ['unseen of two feeds', { seen: false, feeds: ['feed1', 'feed2'] }],
  ['by payload', { payload: [{ path: ['n'], value: 30 }] }],
  ['archived', { archived: true }],
  ['archived of a feed', { archived: true, feeds: ['feed1'] }],
  ['put off', { snoozed: true }],
]

describe('statements of the inbox', () => {
  it.each(filters)('read a page by an index: %s', async (_name, filter) => {
    const { text, values } = pageStatement(ctx, filter, 20, 10)
    const plans = await plansOf(text, values)
    expect(walks(plans)).toEqual([])
    expect(plans).toMatch(/notification_messages_(feed|unseen|unread|shelved)/)
  })

  it.each(filters)('count by an index: %s', async (_name, filter) => {
    const { text, values } = countStatement(ctx, filter, 100)
    expect(walks(await plansOf(text, values))).toEqual([])
  })

  it.each<[string, InboxFilter]>([
    ['all', {}],
    ['unseen', { seen: false }],
    ['of a feed', { feeds: ['feed1'] }],
  ])('take pages from an index in the order of the page: %s', async (_name, filter) => {
    const { text, values } = pageStatement(ctx, filter, 9_000, 10)
    const plans = await plansOf(text, values)
    expect(plans).toMatch(/Index Only Scan using notification_messages_(feed|unseen) on notification_messages m/)
    // The page itself is put in order at the end, in each of both plans.
    expect(plans.match(/Sort Key/g)).toHaveLength(2)
  })

  it('count many inboxes, and read many preferences, by an index', async () => {
    expect(walks(await plansOf(countsSql, [[ctx.subscriber.id, 'someone'], 101]))).toEqual([])
    expect(walks(await plansOf(factsSql, [ctx.environment.id, ['s1', 's2'], ['w1', 'w2']]))).toEqual([])
  })

  it('find every message once, page by page', async () => {
    const seen = new Set<string>()
    let total = 0
    for (let offset = 0; offset === 0 || offset < total; offset += 1000) {
      const page = await findInboxPage(ctx, {}, offset, 1000)
      total = page.total
      for (const { id } of page.rows) seen.add(id)
    }
    expect(total).toBeGreaterThan(8000)
    expect(seen.size).toBe(total)
  })

  const scansOf = (work: (tx: SubscriberCtx) => Promise<unknown>, table: string) =>
    inTransaction(ctx, async (tx) => {
      await work(tx)
      const { rows } = await tx.db.execute<{ scans: number }>(
        sql`select seq_scan as scans from pg_stat_xact_user_tables where relname = ${table}`,
      )
      throw new RangeError(`${rows[0]?.scans} scans`)
    }).catch((error: unknown) => String(error))

  it('find what comes back by an index', async () => {
    const plans = await plansOf(changes.wakeSql, [new Date(), 500])
    expect(walks(plans)).toEqual([])
    expect(plans).toContain('notification_messages_snoozed')
  })

  const idOf = (i: number) => i.toString(16).padStart(24, '0')
  it.each(['in_app', 'email', undefined] as const)(
    'find all that a subscriber was sent by an index: %s',
    async (channel) => {
      const find = (tx: SubscriberCtx) => findMessagePage(tx, { subscriberId: ctx.subscriber.id, channel }, 0, 10)
      expect(await scansOf(find, 'notification_messages')).toBe('RangeError: 0 scans')
      const { rows, total } = await find(ctx)
      expect([rows.length, total > 1000]).toEqual([10, true])
    },
  )

  it.each<[string, (tx: SubscriberCtx) => Promise<unknown>]>([
    ['marks', (tx) => changes.markMessages(tx, [idOf(30), idOf(60)], { seen: true, read: true })],
    ['marks of all', (tx) => changes.markMessagesWhere(tx, {}, 'unread or unseen', { seen: true, read: true })],
    ['marks of a feed', (tx) => changes.markMessagesWhere(tx, { feedIds: ['feed1'] }, 'unseen', { seen: true })],
    ['what goes to the archive', (tx) => changes.archiveMessages(tx, [idOf(30), idOf(60)], true)],
    ['what is put off', (tx) => changes.snoozeMessages(tx, [idOf(30)], new Date(Date.now() + 60_000))],
    ['removals', (tx) => changes.removeMessages(tx, [idOf(30)])],
    ['removals of all', (tx) => changes.removeAllMessages(tx)],
    ['actions', (tx) => changes.setActionStatus(tx, idOf(30), 'done', { type: 'primary' })],
  ])('change what they find by an index: %s', async (_name, change) => {
    expect(await scansOf(change, 'notification_messages')).toBe('RangeError: 0 scans')
  })
})
