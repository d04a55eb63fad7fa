import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notificationSubscribers } from '#server/db/schema/notifications/subscribers.ts'
import { notificationWorkflows } from '#server/db/schema/notifications/workflows.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestRun, createTestWorkflow, type TestWorkflow } from '#server/test/notification-runs.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'

let world: TestApp
type World = Awaited<ReturnType<typeof createTestEnvironment>>
type Item = { _id: string; transactionId: string; jobs: { executionDetails: object[]; [key: string]: unknown }[] }

beforeAll(async () => {
  world = await buildTestApp()
})
afterAll(() => world.close())

const newEnvironment = () => createTestEnvironment(world.deps)
const get = async (env: World, path: string) => {
  const response = await world.app.inject({ method: 'GET', url: `/v1${path}`, headers: env.headers })
  return { status: response.statusCode, body: response.json() }
}
const idsOf = async (env: World, query: string) => {
  const { status, body } = await get(env, `/notifications?${query}`)
  expect(status).toBe(200)
  return body.data.map((item: Item) => item._id)
}
const prepare = async (steps?: Parameters<typeof createTestWorkflow>[2]) => {
  const env = await newEnvironment()
  const subscriber = await createTestSubscriber(world.deps, env.environment, {
    subscriberId: 'ana',
    firstName: 'Ana',
    lastName: 'Lima',
    email: 'ana@example.test',
  })
  const workflow = await createTestWorkflow(world.deps, env.environment, steps)
  const run = (fields: Parameters<typeof createTestRun>[3] = {}, of = subscriber, by: TestWorkflow = workflow) =>
    createTestRun(world.deps, of, by, fields)
  return { env, subscriber, workflow, run }
}

test('a run is shown with its subscriber, its workflow, its jobs with their steps, and what was decided', async () => {
  const { env, subscriber, workflow, run } = await prepare({
    name: 'Welcome',
    identifier: 'welcome',
    steps: ['digest', 'email'],
  })
  const at = '2026-05-01T10:00:00.000Z'
  const created = await run({
    transactionId: 'tx-1',
    payload: { order: 7 },
    createdAt: new Date(at),
    channels: ['email'],
    isTest: true,
    job: {
      providerId: 'sendgrid',
      digest: { amount: 5, unit: 'minutes' },
      details: [
        { moment: 'step_created', at },
        { moment: 'provider_error', at, raw: '{"code":500}', providerId: 'sendgrid', isRetry: true },
      ],
    },
  })
  const expectedJob = (index: number) => ({
    _id: created.jobs[index]?.id,
    type: workflow.steps[index]?.template.type,
    status: 'completed',
    payload: { order: 7 },
    providerId: 'sendgrid',
    digest: { amount: 5, unit: 'minutes' },
    step: { _id: workflow.steps[index]?._id, uuid: workflow.steps[index]?.uuid, filters: [] },
    executionDetails: [
      {
        _jobId: created.jobs[index]?.id,
        status: 'Pending',
        source: 'Internal',
        isRetry: false,
        isTest: true,
        createdAt: at,
      },
      { status: 'Failed', raw: '{"code":500}', providerId: 'sendgrid', isRetry: true },
    ],
  })
  const expected = {
    _id: created.run.id,
    _environmentId: env.environment.id,
    _organizationId: env.environment.organizationId,
    transactionId: 'tx-1',
    createdAt: at,
    channels: ['email'],
    subscriber: { _id: subscriber.id, subscriberId: 'ana', firstName: 'Ana', email: 'ana@example.test' },
    template: { _id: workflow.id, name: 'Welcome', triggers: [{ identifier: 'welcome' }] },
    jobs: [expectedJob(0), expectedJob(1)],
  }
  const list = await get(env, '/notifications')
  expect(list.body).toMatchObject({ page: 0, pageSize: 10, hasMore: false, data: [expected] })
  expect(list.body.data[0].jobs[1].step.template).toMatchObject({ type: 'email', content: 'Content of email' })
  expect((await get(env, `/notifications/${created.run.id}`)).body.data).toEqual(list.body.data[0])
})

test('a run keeps the steps and the name of its version', async () => {
  const { env, workflow, run } = await prepare({ name: 'Before' })
  const created = await run()
  await world.deps.database.db
    .update(notificationWorkflows)
    .set({ name: 'After', version: 2, steps: [] })
    .where(eq(notificationWorkflows.id, workflow.id))
  const { body } = await get(env, `/notifications/${created.run.id}`)
  expect([body.data.template.name, body.data.jobs[0].step.uuid]).toEqual(['Before', workflow.steps[0]?.uuid])
})

test('a run outlives its subscriber', async () => {
  const { env, subscriber, run } = await prepare()
  const created = await run()
  await world.deps.database.db.delete(notificationSubscribers).where(eq(notificationSubscribers.id, subscriber.id))
  const { status, body } = await get(env, `/notifications/${created.run.id}`)
  expect([status, body.data.subscriber, body.data._subscriberId]).toEqual([200, undefined, subscriber.id])
})

test('pages hold ten, the newest first, and say exactly whether another one follows', async () => {
  const { env, run } = await prepare()
  const ids: string[] = []
  for (let index = 0; index < 20; index++)
    ids.unshift((await run({ createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(index / 2))) })).run.id)
  const page = async (number: number) => {
    const { body } = await get(env, `/notifications?page=${number}`)
    return [body.page, body.pageSize, body.hasMore, body.data.map((item: Item) => item._id)]
  }
  expect(await page(0)).toEqual([0, 10, true, ids.slice(0, 10)])
  expect(await page(1)).toEqual([1, 10, false, ids.slice(10)])
  expect(await page(2)).toEqual([2, 10, false, []])
})

test('each filter leaves out what it should', async () => {
  const { env, workflow, run } = await prepare()
  const bia = await createTestSubscriber(world.deps, env.environment, {
    subscriberId: 'bia_1',
    firstName: 'Bia',
    email: 'bia@example.test',
  })
  const other = await createTestWorkflow(world.deps, env.environment, { steps: ['email', 'sms'] })
  const one = (await run({ transactionId: 'tx-one' })).run.id
  const two = (await run({ transactionId: 'tx-two' }, bia, other)).run.id
  const cases: [string, string[]][] = [
    ['channels=email', [two]],
    ['channels[]=email&channels[]=in_app', [two, one]],
    ['channels=sms,in_app', [two, one]],
    ['channels=push', []],
    [`templates=${other.id}`, [two]],
    [`templates[]=${other.id}&templates[]=${workflow.id.toUpperCase()}`, [two, one]],
    ['subscriberIds=bia_1', [two]],
    ['subscriberIds=ana&subscriberIds=bia_1', [two, one]],
    ['subscriberIds=nobody', []],
    ['emails=ana@example.test', [one]],
    ['emails=ana@example.test&subscriberIds=bia_1', [two, one]],
    ['search=BIA', [two]],
    ['search=na%20li', [one]],
    ['search=a_1', [two]],
    ['search=_na', []],
    ['search=tx-one', [one]],
    ['search=%25', []],
    ['transactionId=tx-two', [two]],
    ['transactionId=tx', []],
    ['transactionId=tx-two&channels=in_app', []],
    ['search=&transactionId=undefined', [two, one]],
  ]
  for (const [query, expected] of cases) expect([query, await idsOf(env, query)]).toEqual([query, expected])
})

test.each([
  '/notifications?page=-1',
  '/notifications?channels=fax',
  '/notifications?templates=no-id',
  '/notifications/no-id',
  '/notifications/graph/stats?days=0',
  '/notifications/graph/stats?days=many',
  '/execution-details',
  `/execution-details?notificationId=${'a'.repeat(24)}`,
  '/execution-details?subscriberId=ana',
  '/execution-details?notificationId=no-id&subscriberId=ana',
])('%s is refused', async (path) => {
  const env = await newEnvironment()
  expect((await get(env, path)).status).toBe(400)
})

test('a large payload is left out', async () => {
  const { env, run } = await prepare()
  const created = await run({ payload: { big: 'x'.repeat(100_000) } })
  const [listed] = (await get(env, '/notifications')).body.data
  expect(listed.jobs[0]).toMatchObject({ payload: {}, payloadOmitted: true })
  const { body } = await get(env, `/notifications/${created.run.id}`)
  expect(body.data.jobs[0].payload.big).toHaveLength(100_000)
})

test('the details of a run are told to whoever names its subscriber, by either id', async () => {
  const { env, subscriber, run } = await prepare()
  const at = '2026-05-01T10:00:00.000Z'
  const created = await run({
    transactionId: 'tx',
    job: { details: [{ moment: 'message_sent', at, messageId: 'm1' }] },
  })
  const read = (subscriberId: string, notificationId = created.run.id) =>
    get(env, `/execution-details?notificationId=${notificationId}&subscriberId=${subscriberId}`)
  const { status, body } = await read('ana')
  expect([status, body.data]).toEqual([
    200,
    [
      expect.objectContaining({
        _id: expect.stringMatching(/^[0-9a-f]{24}$/),
        _jobId: created.jobs[0]?.id,
        _notificationId: created.run.id,
        _subscriberId: subscriber.id,
        _messageId: 'm1',
        transactionId: 'tx',
        channel: 'in_app',
        status: 'Success',
        source: 'Internal',
        createdAt: at,
      }),
    ],
  ])
  expect((await read(subscriber.id)).body).toEqual(body)
  expect((await read('bia')).body.data).toEqual([])
  expect((await read('ana', 'a'.repeat(24))).body.data).toEqual([])
})

test('the numbers sent count the last week and the last month', async () => {
  const { env, run } = await prepare()
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const days of [0, 6, 8, 20, 40]) await run({ createdAt: ago(days) })
  expect((await get(env, '/notifications/stats')).body).toEqual({ data: { weeklySent: 2, monthlySent: 4 } })
  const empty = await newEnvironment()
  expect((await get(empty, '/notifications/stats')).body).toEqual({ data: { weeklySent: 0, monthlySent: 0 } })
})

test('the graph counts by day, with the workflows and channels of each', async () => {
  const { env, workflow, run, subscriber } = await prepare()
  const other = await createTestWorkflow(world.deps, env.environment, { steps: ['email', 'sms'] })
  const { now } = world.deps
  world.deps.now = () => new Date('2026-03-10T12:00:00Z')
  await run({ createdAt: new Date('2026-03-10T00:00:00Z') })
  await run({ createdAt: new Date('2026-03-10T11:00:00Z') }, subscriber, other)
  await run({ createdAt: new Date('2026-03-09T23:59:59Z') })
  await run({ createdAt: new Date('2026-03-01T00:00:00Z') })
  await run({ createdAt: new Date('2026-01-01T00:00:00Z') })
  const few = await get(env, '/notifications/graph/stats?days=3')
  const many = await get(env, '/notifications/graph/stats')
  world.deps.now = now
  expect(few.body.data).toEqual([
    {
      _id: '2026-03-10',
      count: 2,
      templates: [workflow.id, other.id].toSorted(),
      channels: ['email', 'in_app', 'sms'],
    },
    { _id: '2026-03-09', count: 1, templates: [workflow.id], channels: ['in_app'] },
  ])
  expect(many.body.data.map((day: { _id: string }) => day._id)).toEqual(['2026-03-10', '2026-03-09', '2026-03-01'])
})

test('another environment sees nothing', async () => {
  const { workflow, run } = await prepare()
  const created = await run({ transactionId: 'tx' })
  const theirs = await newEnvironment()
  await createTestSubscriber(world.deps, theirs.environment, { subscriberId: 'ana' })
  for (const query of ['', 'transactionId=tx', 'subscriberIds=ana', `templates=${workflow.id}`, 'search=tx'])
    expect(await idsOf(theirs, query)).toEqual([])
  expect((await get(theirs, `/notifications/${created.run.id}`)).status).toBe(404)
  const details = `/execution-details?notificationId=${created.run.id}&subscriberId=ana`
  expect((await get(theirs, details)).body.data).toEqual([])
  expect((await get(theirs, '/notifications/stats')).body.data.monthlySent).toBe(0)
  expect((await get(theirs, '/notifications/graph/stats')).body.data).toEqual([])
})
