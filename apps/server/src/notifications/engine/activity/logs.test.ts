import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Deps, systemCtx } from '#server/context.ts'
import { type EnvironmentCtx, inEnvironment } from '#server/notifications/shared/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestRun, createTestWorkflow } from '#server/test/notification-runs.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { writeLogs } from './logs.ts'
import { type LogFilters, listLogs } from './queries/logs.ts'

let deps: Deps
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await createTestDeps())
})
afterAll(() => close())

const newCtx = async () => inEnvironment(systemCtx(deps, 'test'), (await createTestEnvironment(deps)).environment)
const codesOf = async (ctx: EnvironmentCtx, filters: Partial<LogFilters> = {}) =>
  (await listLogs(ctx, { limit: 100, ...filters })).map((line) => line.code)

const prepare = async () => {
  const ctx = await newCtx()
  const subscriber = await createTestSubscriber(deps, ctx.environment, { subscriberId: 'ana' })
  const workflow = await createTestWorkflow(deps, ctx.environment, { name: 'Welcome' })
  const { event, jobs } = await createTestRun(deps, subscriber, workflow, { transactionId: 'tx' })
  const common = { transactionId: 'tx', workflowId: workflow.id, subscriberId: subscriber.id }
  await createTestMessage(deps, ctx.environment, subscriber, { ...common, jobId: jobs[0]?.id ?? '' })
  await createTestMessage(deps, ctx.environment, subscriber, { ...common, channel: 'email', target: 'x' })
  await writeLogs(ctx, [
    { code: 3002, ...common, jobId: 'job-1', raw: '{"a":1}' },
    { code: 1002, text: 'Workflow not found: welcom' },
  ])
  return { ctx, subscriber, workflow, event }
}

test('the log tells of triggers, inbox messages and errors, the newest first', async () => {
  const { ctx, event, workflow } = await prepare()
  const lines = await listLogs(ctx, { limit: 100 })
  expect(lines.map(({ code, level, text }) => [code, level, text])).toEqual([
    [1002, 'error', 'Workflow not found: welcom'],
    [3002, 'error', 'Subscriber missing email'],
    [1007, 'success', 'In-app message created'],
    [1009, 'info', 'Trigger processed'],
    [1000, 'info', 'Trigger received'],
  ])
  expect(lines[1]).toMatchObject({
    transactionId: 'tx',
    workflowId: workflow.id,
    workflowName: 'Welcome',
    subscriberId: 'ana',
    jobId: 'job-1',
    raw: '{"a":1}',
  })
  expect(lines[4]).toMatchObject({ id: event.id, transactionId: 'tx', workflowName: 'Welcome', at: event.createdAt })
})

test('each filter leaves out what it should', async () => {
  const { ctx } = await prepare()
  expect(await codesOf(ctx, { level: 'error' })).toEqual([1002, 3002])
  expect(await codesOf(ctx, { level: 'info' })).toEqual([1009, 1000])
  expect(await codesOf(ctx, { level: 'success' })).toEqual([1007])
  expect(await codesOf(ctx, { codes: [1000, 3002] })).toEqual([3002, 1000])
  expect(await codesOf(ctx, { codes: [1000], level: 'error' })).toEqual([])
  expect(await codesOf(ctx, { transactionId: 'tx' })).toEqual([3002, 1007, 1009, 1000])
  expect(await codesOf(ctx, { transactionId: 'other' })).toEqual([])
  expect(await codesOf(ctx, { subscriberId: 'ana' })).toEqual([3002, 1007])
  expect(await codesOf(ctx, { subscriberId: 'nobody' })).toEqual([])
  expect(await codesOf(await newCtx())).toEqual([])
})

test('pages follow one another without gaps or repetition', async () => {
  const { ctx } = await prepare()
  const found: number[] = []
  for (let before: string | undefined; ; ) {
    const [line, more] = await listLogs(ctx, { limit: 1, before })
    expect(more).toBeUndefined()
    if (!line) break
    found.push(line.code)
    before = line.cursor
  }
  expect(found).toEqual([1002, 3002, 1007, 1009, 1000])
})

test('many entries are written at once, long ones are cut', async () => {
  const ctx = await newCtx()
  await writeLogs(ctx, [])
  await writeLogs(
    ctx,
    Array.from({ length: 300 }, () => ({ code: 4002 as const, text: 'x'.repeat(3000), raw: 'y'.repeat(30_000) })),
  )
  const lines = await listLogs(ctx, { limit: 1000 })
  expect(lines).toHaveLength(300)
  expect([lines[0]?.text.length, lines[0]?.raw?.length]).toEqual([2000, 20_000])
})
