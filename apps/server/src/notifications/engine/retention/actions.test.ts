import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Deps, systemCtx } from '#server/context.ts'
import { idempotencyKeys } from '#server/db/schema/idempotency-keys.ts'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import {
  notificationEvents,
  notificationJobs,
  notificationLogs,
  notificationRuns,
} from '#server/db/schema/notifications/runs.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { createTestDeps } from '#server/test/app.ts'
import { toldBy } from '#server/test/inbox.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { deleteExpiredAnswers, deleteOldNotifications } from './actions.ts'

const DAY = 24 * 60 * 60 * 1000
const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * DAY)

let deps: Deps
let close: () => Promise<void>
let environment: Environment
let subscriber: SubscriberRow
beforeAll(async () => {
  const test = await createTestDeps()
  deps = test.deps
  close = test.close
  deps.now = () => now
  environment = (await createTestEnvironment(deps)).environment
  subscriber = await createTestSubscriber(deps, environment)
})
afterAll(() => close())

type Fields = {
  status?: 'completed' | 'delayed' | 'merged'
  mergedInto?: string
  state?: number
  attachments?: (typeof notificationEvents.$inferInsert)['attachments']
}

/** An event with a run of one job. */
const createRun = async (
  createdAt: Date,
  { status = 'completed', mergedInto, state = 2, attachments }: Fields = {},
) => {
  const { db } = deps.database
  const ids = { event: createNotificationId(), run: createNotificationId(), job: createNotificationId() }
  const workflow = { environmentId: environment.id, workflowId: createNotificationId(), workflowVersion: 1 }
  const transactionId = ids.event
  await db.insert(notificationEvents).values({
    ...workflow,
    id: ids.event,
    transactionId,
    kind: 'single',
    recipients: [],
    payload: {},
    attachments,
    state,
    createdAt,
  })
  const run = { id: ids.run, eventId: ids.event, subscriberId: subscriber.id, transactionId, channels: [], createdAt }
  await db.insert(notificationRuns).values({ ...workflow, ...run })
  const job = { id: ids.job, environmentId: environment.id, runId: ids.run, stepIndex: 0, stepId: 's', mergedInto }
  await db.insert(notificationJobs).values({ ...job, type: 'in_app', status, createdAt })
  return ids
}

const left = async () => {
  const { db } = deps.database
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).toSorted()
  return {
    events: ids(await db.select().from(notificationEvents)),
    runs: ids(await db.select().from(notificationRuns)),
    jobs: ids(await db.select().from(notificationJobs)),
  }
}
const forget = () => deleteOldNotifications(systemCtx(deps, 'test'), new AbortController().signal)

it('forgets what is old and done, and keeps what is young, unfinished, or behind a message', async () => {
  await createRun(daysAgo(31))
  const young = await createRun(daysAgo(29))
  const delayed = await createRun(daysAgo(60), { status: 'delayed' })
  const merged = await createRun(daysAgo(60), { status: 'merged', mergedInto: delayed.job })
  await createRun(daysAgo(60), { status: 'merged', mergedInto: young.job })
  const read = await createRun(daysAgo(60))
  const stuck = await createRun(daysAgo(60), { state: 0 })
  const message = { runId: read.run, jobId: read.job, createdAt: daysAgo(60) }
  const kept = await createTestMessage(deps, environment, subscriber, message)
  const expired = await createRun(daysAgo(400))
  await createTestMessage(deps, environment, subscriber, {
    runId: expired.run,
    jobId: expired.job,
    createdAt: daysAgo(400),
  })
  await forget()
  const alive = [young, delayed, merged, read]
  expect(await left()).toEqual({
    events: [...alive.map((ids) => ids.event), stuck.event].toSorted(),
    runs: alive.map((ids) => ids.run).toSorted(),
    jobs: alive.map((ids) => ids.job).toSorted(),
  })
  expect((await deps.database.db.select().from(notificationMessages)).map(({ id }) => id)).toEqual([kept.id])
})

it('tells the inboxes that lost messages, and no others', async () => {
  const [bia, ana] = [await createTestSubscriber(deps, environment), await createTestSubscriber(deps, environment)]
  const old = { createdAt: daysAgo(400) }
  await createTestMessage(deps, environment, bia, old)
  await createTestMessage(deps, environment, bia, old)
  await createTestMessage(deps, environment, ana, { ...old, deletedAt: daysAgo(300) })
  await createTestMessage(deps, environment, ana, { ...old, channel: 'email' })
  expect(await toldBy(deps, forget)).toEqual([{ subscriberId: bia.id, unseen: true, unread: true }])
})

it('removes the files of an event with it', async () => {
  const { path } = await deps.files.put(Buffer.from('x'), 10)
  const attachments = [{ name: 'a.txt', mime: 'text/plain', path }]
  const { event } = await createRun(daysAgo(31), { attachments })
  await forget()
  expect((await left()).events).not.toContain(event)
  await expect(deps.files.size(path)).rejects.toThrow()
})

it('walks through more than one batch', async () => {
  const logs = Array.from({ length: 2500 }, (_, i) => ({
    id: createNotificationId(),
    environmentId: environment.id,
    code: 1002,
    text: 'Workflow not found',
    createdAt: daysAgo(i < 2400 ? 31 : 1),
  }))
  await deps.database.db.insert(notificationLogs).values(logs)
  await forget()
  expect(await deps.database.db.$count(notificationLogs)).toBe(100)
})

it('forgets the answers of repeated requests when their time is over', async () => {
  const row = (key: string, expiresAt: Date) => ({ owner: 'o', key, bodyHash: 'h', expiresAt })
  const rows = [row('over', daysAgo(0)), row('kept', new Date(now.getTime() + 1))]
  await deps.database.db.insert(idempotencyKeys).values(rows)
  await deleteExpiredAnswers(systemCtx(deps, 'test'))
  expect((await deps.database.db.select().from(idempotencyKeys)).map(({ key }) => key)).toEqual(['kept'])
})
