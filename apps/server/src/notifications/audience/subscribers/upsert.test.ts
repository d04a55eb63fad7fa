import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { upsertSubscribers } from './actions.ts'
import { findSubscribersByIds, findSubscribersByKeys, listSubscriberIdsAfter } from './queries.ts'

let deps: Deps
let close: () => Promise<void>
let ctx: EnvironmentCtx

const newEnvironment = async () =>
  inEnvironment(systemCtx(deps, 'test'), (await createTestEnvironment(deps)).environment)

beforeAll(async () => {
  ;({ deps, close } = await createTestDeps())
  ctx = await newEnvironment()
})
afterAll(() => close())

test('unknown ids are created with what was given, in the order of the input', async () => {
  const rows = await upsertSubscribers(ctx, [
    { subscriberId: 'z', firstName: 'Zoe', data: { plan: 'gold' } },
    { subscriberId: 'a' },
    { subscriberId: 'm', email: null, timezone: 'America/Recife' },
  ])
  expect(rows.map((row) => row.subscriberId)).toEqual(['z', 'a', 'm'])
  expect(rows[0]).toMatchObject({ firstName: 'Zoe', data: { plan: 'gold' }, channels: [], isOnline: null })
  expect(rows[0]?.createdAt).toBeInstanceOf(Date)
  expect(rows[0]?.id).toMatch(/^[0-9a-f]{24}$/)
  expect(rows[2]).toMatchObject({ email: null, timezone: 'America/Recife', data: null })
  expect(new Map((await findSubscribersByIds(ctx, ['a', 'm', 'z'])).map((row) => [row.subscriberId, row]))).toEqual(
    new Map(rows.map((row) => [row.subscriberId, row])),
  )
})

test('rows are the same inside a transaction', async () => {
  const profile = { subscriberId: 'inside', firstName: 'In', data: { a: [1] } }
  const [created, known] = await inTransaction(ctx, async (tx) => [
    await upsertSubscribers(tx, [profile]),
    await upsertSubscribers(tx, [profile]),
  ])
  expect(created?.[0]?.updatedAt).toBeInstanceOf(Date)
  expect(known).toEqual(created)
  expect(await upsertSubscribers(ctx, [profile])).toEqual(created)
})

test('only the given fields change, and null clears', async () => {
  const full = {
    subscriberId: 'full',
    firstName: 'Ana',
    lastName: 'Lima',
    email: 'ana@example.test',
    phone: '+5581',
    avatar: 'https://example.test/a.png',
    locale: 'pt',
    timezone: 'UTC',
    data: { a: 1 },
  }
  const [before] = await upsertSubscribers(ctx, [full])
  const [after] = await upsertSubscribers(ctx, [
    { subscriberId: 'full', lastName: 'Souza', phone: null, data: null, email: undefined },
  ])
  expect(after).toMatchObject({ ...full, id: before?.id, lastName: 'Souza', phone: null, data: null })
})

test('duplicates of one id are put together and answered each', async () => {
  const rows = await upsertSubscribers(ctx, [
    { subscriberId: 'twin', firstName: 'One', phone: '1' },
    { subscriberId: 'twin', firstName: 'Two' },
    { subscriberId: 'twin' },
  ])
  expect(rows.map((row) => [row.id, row.firstName, row.phone])).toEqual(Array(3).fill([rows[0]?.id, 'Two', '1']))
})

test('a known subscriber about whom nothing new is said is not written', async () => {
  const profile = { subscriberId: 'quiet', firstName: 'Quiet', data: { b: [1], a: { c: null } } }
  await upsertSubscribers(ctx, [profile])
  const place = async () =>
    (
      await deps.database.db.execute(
        sql`select ctid, xmin, xmax from notification_subscribers where subscriber_id = 'quiet'`,
      )
    ).rows[0]
  const before = await place()
  await upsertSubscribers(ctx, [{ subscriberId: 'quiet' }])
  await upsertSubscribers(ctx, [{ ...profile, data: { a: { c: null }, b: [1] } }])
  expect(await place()).toEqual(before)
  await upsertSubscribers(ctx, [{ subscriberId: 'quiet', firstName: 'Loud' }])
  expect(await place()).not.toEqual(before)
})

test('the same id in two environments is two subscribers', async () => {
  const other = await newEnvironment()
  const [mine] = await upsertSubscribers(ctx, [{ subscriberId: 'shared', firstName: 'Mine' }])
  const [theirs] = await upsertSubscribers(other, [{ subscriberId: 'shared', firstName: 'Theirs' }])
  expect(theirs?.id).not.toBe(mine?.id)
  expect(await findSubscribersByIds(ctx, ['shared'])).toMatchObject([{ firstName: 'Mine' }])
  expect(await findSubscribersByKeys(ctx, [mine?.id ?? '', theirs?.id ?? ''])).toEqual([mine])
})

test('ids that several callers create at once exist once, and bulks in opposite orders do not deadlock', async () => {
  const ids = Array.from({ length: 500 }, (_, index) => `crowd-${index}`)
  const bulk = (name: string, order: string[]) =>
    inTransaction(ctx, (tx) =>
      upsertSubscribers(
        tx,
        order.map((subscriberId) => ({ subscriberId, firstName: name })),
      ),
    )
  const calls = await Promise.all([
    bulk('a', ids),
    bulk('b', ids.toReversed()),
    bulk('c', ids),
    bulk('d', ids.toReversed()),
  ])
  const keys = new Set(calls.flat().map((row) => row.id))
  expect(keys.size).toBe(500)
  const stored = await findSubscribersByIds(ctx, ids)
  expect(stored.length).toBe(500)
  expect(new Set(stored.map((row) => row.firstName)).size).toBe(1)
})

test('everybody is found in batches without gaps or repetition', async () => {
  const own = await newEnvironment()
  const ids = Array.from({ length: 25 }, (_, index) => `s${index}`)
  await upsertSubscribers(
    own,
    ids.map((subscriberId) => ({ subscriberId })),
  )
  const found: string[] = []
  for (let cursor: string | null = null; ; ) {
    const batch = await listSubscriberIdsAfter(own, cursor, 10)
    found.push(...batch.map((key) => key.subscriberId))
    cursor = batch.at(-1)?.subscriberId ?? null
    if (batch.length < 10) break
  }
  expect(found.toSorted()).toEqual(ids.toSorted())
})
