import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { messageMarks, messageSums } from '#server/db/schema/admin/dashboard.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { addMember, createCompany, createConversation, createUser } from '#server/test/factories.ts'
import { startProgram } from '#server/test/program.ts'
import { heatOf, seriesOfMessages, spendOf } from './queries/metrics.ts'
import type { DashboardCtx, Scope, Span } from './queries/scope.ts'
import { countMessages } from './queries/summary.ts'
import { sumMessagesAcrossCompanies } from './sum-messages.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp()
})
afterAll(() => server.close())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const DAYS = 6

const sumUp = (pace?: { steps: number; messages: number }) =>
  sumMessagesAcrossCompanies(systemCtx(server.deps, 'test'), new AbortController().signal, pace)

/** A company with two numbers, and a member who sees everything. Its time zone has a 15-minute offset. */
const createBusy = async () => {
  const { deps } = server
  const company = await createCompany(deps, { timezone: 'Asia/Kathmandu' })
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id)
  const teamId = newId()
  const places = await Promise.all([0, 1].map(() => createConversation(deps, company.id, { teamId })))
  // One lives where there is a rate card.
  const brazilian = eq(contacts.id, places[0]?.contactId ?? '')
  await deps.database.db.update(contacts).set({ phone: '5581991230004' }).where(brazilian)
  const ctx: DashboardCtx = {
    ...systemCtx(deps, 'test'),
    actor: {
      kind: 'user',
      userId: user.id,
      sessionId: newId(),
      email: '',
      name: '',
      role: 'customer',
      waOperator: false,
      impersonatorId: null,
    },
    company: { ...company, member: { role: 'admin', grants: [], visibility: 'all' } },
  }
  return { companyId: company.id, places, ctx, team: { teamId } }
}
type Busy = Awaited<ReturnType<typeof createBusy>>

/** Some days ago until a little later than now, often at the very edge of a bucket. */
const anyMoment = () => {
  const at = Date.now() + 30 * MINUTE_MS - randomInt(DAYS * DAY_MS)
  return new Date(randomInt(4) === 0 ? Math.floor(at / (15 * MINUTE_MS)) * 15 * MINUTE_MS : at)
}
const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T

const madeUp = ({ companyId, places }: Busy, occurredAt = anyMoment()): typeof messages.$inferInsert => {
  const place = pick(places)
  const direction = pick(['in', 'in', 'out', 'out', 'note'] as const)
  return {
    companyId,
    id: newId(),
    conversationId: place.id,
    channelId: place.channelId,
    contactId: place.contactId,
    direction,
    type: pick(['text', 'template']),
    payload: { template: { category: pick(['MARKETING', 'UTILITY']) } },
    origin: 'agent',
    status: direction === 'in' ? 'received' : pick(['sent', 'failed']),
    ...(direction === 'out' &&
      pick([{}, { pricingType: pick(['regular', 'free_entry_point']), pricingCategory: 'marketing' }])),
    occurredAt,
  }
}

const add = (busy: Busy, count: number) =>
  server.deps.database.db.insert(messages).values(Array.from({ length: count }, () => madeUp(busy)))

/** What happens to messages afterwards: late failures, late successes and late prices, taken back, moved, removed. */
const change = async (busy: Busy) => {
  const { db } = server.deps.database
  const some = sql`company_id = ${busy.companyId} and id in (select id from messages
    where company_id = ${busy.companyId} order by random() limit 7)`
  await db.execute(
    sql`update messages set status = case when status = 'failed' then 'read' else 'failed' end where ${some}`,
  )
  await db.execute(sql`update messages set pricing_type = 'regular', pricing_category = 'utility' where ${some}`)
  await db.execute(sql`update messages set direction = 'event', type = 'event' where ${some}`)
  await db.execute(sql`update messages set occurred_at = ${anyMoment()} where ${some}`)
  const place = pick(busy.places)
  await db.execute(
    sql`update messages set conversation_id = ${place.id}, channel_id = ${place.channelId} where ${some}`,
  )
  await db.execute(sql`delete from messages where ${some}`)
}

/** The same questions, of everything and of a team that has it all: the second one is answered without sums. */
const askAll = async (busy: Busy) => {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS + 18.25 * 60 * MINUTE_MS
  const to = new Date(today + randomInt(-DAYS, 2) * DAY_MS)
  const current: Span = { from: new Date(to.getTime() - randomInt(1, DAYS) * DAY_MS), to }
  const days = { from: '', to: '' }
  const periods = {
    current,
    previous: { from: new Date(current.from.getTime() - DAY_MS), to: current.from },
    days: { period: days, before: days },
  }
  const ask = async (scope: Scope) => ({
    periods,
    counts: await countMessages(busy.ctx, scope, { ...periods, unit: 'day' }),
    days: (await seriesOfMessages(busy.ctx, scope, current, 'day')).sort((a, b) => a.at.localeCompare(b.at)),
    hours: (await seriesOfMessages(busy.ctx, scope, current, 'hour')).sort((a, b) => a.at.localeCompare(b.at)),
    heat: await heatOf(busy.ctx, scope, current),
    spend: (await spendOf(busy.ctx, scope, current)).sort((a, b) => a.category.localeCompare(b.category)),
  })
  const channel = randomInt(2) === 0 ? {} : { channelId: pick(busy.places).channelId }
  return { summed: await ask(channel), counted: await ask({ ...channel, ...busy.team }) }
}
const expectSame = async (busy: Busy) => {
  for (let question = 0; question < 4; question += 1) {
    const { summed, counted } = await askAll(busy)
    expect(summed).toEqual(counted)
  }
}

const rowOf = async ({ companyId }: Busy) => {
  const [row] = await server.deps.database.db.select().from(messageSums).where(eq(messageSums.companyId, companyId))
  return row
}
const marksOf = ({ companyId }: Busy) =>
  server.deps.database.db.$count(messageMarks, eq(messageMarks.companyId, companyId))

test('sums answer what counting does, at every step of the way back and whatever changes late', async () => {
  const busy = await createBusy()
  await add(busy, 300)
  await expectSame(busy)
  await sumUp({ steps: 1, messages: 40 })
  expect(await rowOf(busy)).toMatchObject({ since: expect.any(Date) })
  for (let round = 0; round < 6; round += 1) {
    await expectSame(busy)
    await add(busy, 10)
    await change(busy)
    await expectSame(busy)
    await sumUp({ steps: 3, messages: 40 })
  }
  await Promise.all([sumUp(), sumUp()])
  expect(await rowOf(busy)).toMatchObject({ since: null })
  expect(await marksOf(busy)).toBe(0)
  await expectSame(busy)
  await change(busy)
  expect(await marksOf(busy)).toBeGreaterThan(0)
  await expectSame(busy)
})

test('a bucket of which a transaction still writes is summed up again when that is there', async () => {
  const busy = await createBusy()
  await add(busy, 30)
  await sumUp()
  const late = { ...madeUp(busy, new Date(Date.now() - DAY_MS)), direction: 'in' as const }
  await server.deps.database.db.transaction(async (tx) => {
    await tx.insert(messages).values(late)
    await sumUp()
    await expectSame(busy)
  })
  expect(await marksOf(busy)).toBe(1)
  await expectSame(busy)
  await sumUp()
  expect(await marksOf(busy)).toBe(0)
  await expectSame(busy)
})

const LOCK = 20_161_122

/** Kills a process with SIGKILL in the middle of summing up: when it is about to write a sum of before `until`. */
const killAmid = async ({ companyId }: Busy, until: Date) => {
  const { pool } = server.deps.database
  const count = async (text: string, values: unknown[]) =>
    (await pool.query<{ n: number }>(`select count(*)::int as n from ${text}`, values)).rows[0]?.n
  const waiting = () => count("pg_locks where locktype = 'advisory' and objid = $1 and not granted", [LOCK])
  const holder = await pool.connect()
  await holder.query(`create function hold_sum() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`)
  await holder.query(`create trigger hold_sum before insert on message_stats_15m for each row
    when (new.company_id = '${companyId}' and new.bucket < '${until.toISOString()}') execute function hold_sum()`)
  await holder.query('select pg_advisory_lock($1)', [LOCK])
  const child = startProgram('sum-process', [await testDatabaseUrl()])
  const ended = once(child, 'exit')
  while ((await waiting()) === 0 && child.exitCode === null && child.signalCode === null) await sleep(50)
  child.kill('SIGKILL')
  await ended
  await holder.query('select pg_advisory_unlock($1)', [LOCK])
  holder.release()
  // What the server still did for the killed process is undone once it finds no one there.
  while ((await count('pg_locks where locktype = $1 and objid = $2', ['advisory', LOCK])) !== 0) await sleep(50)
  await pool.query('drop trigger hold_sum on message_stats_15m; drop function hold_sum()')
  expect(child.signalCode).toBe('SIGKILL')
}

test('a process killed in the middle of it leaves what it had finished, and nothing is counted twice or lost', async () => {
  const busy = await createBusy()
  await add(busy, 300)
  await sumUp({ steps: 1, messages: 40 })
  const before = await rowOf(busy)
  await killAmid(busy, new Date(Date.now() - (DAYS * DAY_MS) / 2))
  expect((await rowOf(busy))?.since?.getTime()).toBeLessThan(before?.since?.getTime() ?? 0)
  await expectSame(busy)
  await sumUp()
  expect(await rowOf(busy)).toMatchObject({ since: null })
  await expectSame(busy)
  await change(busy)
  const marks = await marksOf(busy)
  expect(marks).toBeGreaterThan(0)
  await killAmid(busy, new Date())
  expect(await marksOf(busy)).toBe(marks)
  await expectSame(busy)
  await sumUp()
  expect(await marksOf(busy)).toBe(0)
  await expectSame(busy)
})

test('a company that cannot be summed up keeps none of the others from it, and has its turn again', async () => {
  const [first, broken, last] = [await createBusy(), await createBusy(), await createBusy()]
  for (const busy of [first, broken, last]) await add(busy, 20)
  const { pool } = server.deps.database
  await pool.query(`alter table message_stats_15m add constraint broken check (company_id <> '${broken.companyId}')`)
  await expect(sumUp()).rejects.toThrow(AggregateError)
  expect(await rowOf(broken)).toBeUndefined()
  expect([await rowOf(first), await rowOf(last)]).toMatchObject([{ since: null }, { since: null }])
  await expectSame(broken)
  await pool.query('alter table message_stats_15m drop constraint broken')
  await sumUp()
  expect(await rowOf(broken)).toMatchObject({ since: null })
  await expectSame(broken)
})
