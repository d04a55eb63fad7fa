import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import type { FeedChange } from '#server/realtime/bus.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { lockIsAwaited } from '#server/test/database.ts'
import { createTestRun, createTestWorkflow } from '#server/test/notification-runs.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { markMessages } from './actions.ts'

let world: TestApp
type World = Awaited<ReturnType<typeof createTestEnvironment>>

beforeAll(async () => {
  world = await buildOwnApp()
})
afterAll(() => world.close())

const newEnvironment = () => createTestEnvironment(world.deps)
const call = async (env: World, method: 'GET' | 'DELETE', path: string) => {
  const response = await world.app.inject({ method, url: `/v1/messages${path}`, headers: env.headers })
  return { status: response.statusCode, body: response.body === '' ? null : response.json() }
}
const idsOf = async (env: World, query: string) => {
  const { status, body } = await call(env, 'GET', `?${query}`)
  expect(status).toBe(200)
  return body.data.map((message: { _id: string }) => message._id)
}
const listening = async (work: () => Promise<unknown>): Promise<FeedChange[]> => {
  const changes: FeedChange[] = []
  const stop = world.deps.bus.subscribe('notifications.feed', (note) => void changes.push(...note.changes))
  await work()
  stop()
  return changes
}

const prepare = async () => {
  const env = await newEnvironment()
  const person = (subscriberId: string) => createTestSubscriber(world.deps, env.environment, { subscriberId })
  const [ana, bia] = [await person('ana'), await person('bia')]
  const message = (of: typeof ana, fields: Parameters<typeof createTestMessage>[3] = {}) =>
    createTestMessage(world.deps, env.environment, of, fields)
  return { env, ana, bia, message }
}

test('messages of all channels are listed, the newest first', async () => {
  const { env, ana, message } = await prepare()
  const inbox = await message(ana, { transactionId: 'tx', payload: { a: 1 } })
  const mail = await message(ana, {
    channel: 'email',
    providerId: 'sendgrid',
    subject: 'Hello',
    address: 'ana@example.test',
    target: 'mail',
    status: 'error',
    errorText: 'refused',
  })
  const { status, body } = await call(env, 'GET', '')
  expect([status, body.page, body.pageSize, body.totalCount, body.hasMore]).toEqual([200, 0, 10, 2, false])
  expect(body.data).toMatchObject([
    {
      _id: mail.id,
      channel: 'email',
      providerId: 'sendgrid',
      subject: 'Hello',
      email: 'ana@example.test',
      status: 'error',
      errorText: 'refused',
    },
    {
      _id: inbox.id,
      channel: 'in_app',
      transactionId: 'tx',
      payload: { a: 1 },
      _environmentId: env.environment.id,
      _organizationId: env.environment.organizationId,
      subscriber: { subscriberId: 'ana' },
    },
  ])
})

test('pages say exactly whether another one follows', async () => {
  const { env, ana, message } = await prepare()
  const ids: string[] = []
  for (let index = 0; index < 4; index++) ids.unshift((await message(ana)).id)
  const page = async (query: string) => {
    const { body } = await call(env, 'GET', `?${query}`)
    return [body.totalCount, body.hasMore, body.data.map((one: { _id: string }) => one._id)]
  }
  expect(await page('limit=2')).toEqual([4, true, ids.slice(0, 2)])
  expect(await page('limit=2&page=1')).toEqual([4, false, ids.slice(2)])
  expect(await page('limit=2&page=2')).toEqual([4, false, []])
  expect(await page('limit=1000')).toEqual([4, false, ids])
  const tooMany = await call(env, 'GET', '?limit=1001')
  expect([tooMany.status, [tooMany.body.message].flat()]).toEqual([400, ['Limit can not be larger then 1000']])
  for (const query of ['limit=0', 'page=-1', 'limit=x', 'channel=fax'])
    expect((await call(env, 'GET', `?${query}`)).status).toBe(400)
})

test('each filter leaves out what it should', async () => {
  const { env, ana, bia, message } = await prepare()
  const one = (await message(ana, { transactionId: 'tx-1' })).id
  const two = (await message(bia, { transactionId: 'tx-1', channel: 'sms', target: 'x' })).id
  const three = (await message(bia, { transactionId: 'tx-2' })).id
  await message(bia, { deletedAt: new Date() })
  const cases: [string, string[]][] = [
    ['', [three, two, one]],
    ['subscriberId=ana', [one]],
    ['subscriberId=bia', [three, two]],
    ['channel=sms', [two]],
    ['subscriberId=ana&channel=sms', []],
    ['transactionId=tx-1', [two, one]],
    ['transactionId[]=tx-1&transactionId[]=tx-2', [three, two, one]],
    ['transactionId=tx-1,tx-2', [three, two, one]],
    ['transactionId=none', []],
    ['transactionId=&channel=undefined', [three, two, one]],
  ]
  for (const [query, expected] of cases) expect([query, await idsOf(env, query)]).toEqual([query, expected])
  expect((await call(env, 'GET', '?subscriberId=nobody')).status).toBe(404)
})

test('messages of a transaction are found by its jobs while those are kept', async () => {
  const { env, ana, bia, message } = await prepare()
  const workflow = await createTestWorkflow(world.deps, env.environment, { steps: ['in_app', 'email'] })
  const { run, jobs } = await createTestRun(world.deps, ana, workflow, { transactionId: 'tx' })
  const own = { runId: run.id, transactionId: 'tx' }
  const first = await message(ana, { ...own, jobId: jobs[0]?.id ?? '' })
  const second = await message(ana, { ...own, jobId: jobs[1]?.id ?? '', channel: 'email' })
  await message(bia)
  expect(await idsOf(env, 'transactionId=tx')).toEqual([second.id, first.id])
  expect((await call(env, 'DELETE', '/transaction/tx?channel=email')).status).toBe(204)
  expect(await idsOf(env, 'transactionId=tx')).toEqual([first.id])
})

test('a deleted message leaves the list, and the inbox is told', async () => {
  const { env, ana, message } = await prepare()
  const { id } = await message(ana)
  const changes = await listening(async () =>
    expect(await call(env, 'DELETE', `/${id.toUpperCase()}`)).toEqual({
      status: 200,
      body: { data: { acknowledged: true, status: 'deleted' } },
    }),
  )
  expect(changes).toEqual([{ subscriberId: ana.id, unseen: true, unread: true }])
  expect(await idsOf(env, '')).toEqual([])
  expect((await call(env, 'DELETE', `/${id}`)).status).toBe(404)
  expect((await call(env, 'DELETE', '/no-id')).status).toBe(400)
})

test('deleting a message that is in no inbox tells no one', async () => {
  const { env, ana, message } = await prepare()
  const { id } = await message(ana, { channel: 'email' })
  expect(await listening(() => call(env, 'DELETE', `/${id}`))).toEqual([])
})

test('all messages of a transaction are deleted, or those of one channel', async () => {
  const { env, ana, bia, message } = await prepare()
  await message(ana, { transactionId: 'tx' })
  await message(ana, { transactionId: 'tx', channel: 'email', target: 'm' })
  await message(bia, { transactionId: 'tx' })
  const kept = (await message(bia, { transactionId: 'other' })).id
  const mail = await listening(async () =>
    expect((await call(env, 'DELETE', '/transaction/tx?channel=email')).status).toBe(204),
  )
  expect(mail).toEqual([])
  expect((await call(env, 'GET', '')).body.totalCount).toBe(3)
  const rest = await listening(async () =>
    expect(await call(env, 'DELETE', '/transaction/tx')).toEqual({ status: 204, body: null }),
  )
  expect(rest.map((change) => change.subscriberId).toSorted()).toEqual([ana.id, bia.id].toSorted())
  expect(await idsOf(env, '')).toEqual([kept])
  expect((await call(env, 'DELETE', '/transaction/tx')).status).toBe(404)
  expect((await call(env, 'DELETE', '/transaction/other?channel=fax')).status).toBe(400)
  expect((await call(env, 'DELETE', '/transaction/other?channel=sms')).status).toBe(404)
})

test('a deletion and marks of the same messages wait for each other, whatever their order', async () => {
  const { env, ana, message } = await prepare()
  const [first, second] = [createNotificationId(), createNotificationId()]
  for (const id of [second, first]) await message(ana, { id, transactionId: 'tx' })
  // With statistics a small table is read as it lies: the second one first.
  await world.deps.database.db.execute(sql`analyze notification_messages`)
  const ctx = { ...systemCtx(world.deps, 'test'), environment: env.environment, subscriber: ana }
  const { deleting } = await inTransaction(ctx, async (tx) => {
    await markMessages(tx, [first], { seen: true })
    const deleting = call(env, 'DELETE', '/transaction/tx')
    await lockIsAwaited(world.deps)
    await markMessages(tx, [second], { seen: true })
    return { deleting }
  })
  expect((await deleting).status).toBe(204)
  expect(await idsOf(env, '')).toEqual([])
})

test('another environment sees and deletes nothing', async () => {
  const { env, ana, message } = await prepare()
  const { id } = await message(ana, { transactionId: 'tx' })
  const theirs = await newEnvironment()
  expect(await idsOf(theirs, '')).toEqual([])
  expect(await idsOf(theirs, 'transactionId=tx')).toEqual([])
  expect((await call(theirs, 'GET', '?subscriberId=ana')).status).toBe(404)
  expect((await call(theirs, 'DELETE', `/${id}`)).status).toBe(404)
  expect((await call(theirs, 'DELETE', '/transaction/tx')).status).toBe(404)
  const [row] = await world.deps.database.db
    .select()
    .from(notificationMessages)
    .where(eq(notificationMessages.environmentId, env.environment.id))
  expect(row?.deletedAt).toBeNull()
})
