import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationEvents, notificationRuns } from '#server/db/schema/notifications/runs.ts'
import { createTestRun, createTestWorkflow } from '#server/test/notification-runs.ts'
import { createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { openPlatform, type Platform } from '#server/test/platform-world.ts'

let platform: Platform
let groupId = ''

beforeAll(async () => {
  platform = await openPlatform()
  groupId = (await platform.call('GET', '/options')).body.groups[0].id
})
afterAll(() => platform.close())

const unknown = '0'.repeat(24)
type Found = { id: string }
const ids = (rows: Found[]) => rows.map(({ id }) => id)
const lastAudit = async () => (await platform.audited()).at(-1)

const createWorkflow = async (steps: object[], more: object = {}) => {
  const preferenceSettings = { email: true, sms: true, in_app: true, chat: true, push: true }
  const form = { name: 'Activity', description: null, groupId, tags: [], critical: false, active: true }
  const { body } = await platform.call('POST', '/workflows', { ...form, preferenceSettings, steps, ...more })
  return body
}
const inApp = { template: { type: 'in_app', content: 'Hi {{name}}' } }
const delay = { template: { type: 'delay' }, metadata: { type: 'regular', amount: 1, unit: 'hours' } }

/** A workflow that ran for a subscriber who exists. */
const run = async (steps: object[], payload: object = { name: 'Bia' }) => {
  const { subscriberId } = await createTestSubscriber(platform.deps, platform.environment)
  const workflow = await createWorkflow(steps)
  const { body } = await platform.call('POST', `/workflows/${workflow.id}/tests`, { subscriberId, payload })
  await platform.deps.notifications.drain(platform.deps)
  const [found] = (await platform.call('GET', `/runs?transactionId=${body.transactionId}`)).body.data
  return { ...found, subscriberId, workflowId: workflow.id } as {
    id: string
    transactionId: string
    subscriberId: string
    workflowId: string
  }
}

describe('runs', () => {
  it('are listed newest first, page by page', async () => {
    const subscriber = await createTestSubscriber(platform.deps, platform.environment)
    const workflow = await createTestWorkflow(platform.deps, platform.environment)
    const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 1, 1, 10, minute)) })
    const made = [at(1), at(2), at(2), at(3), at(4)]
    const expected: Found[] = []
    for (const fields of made) expected.unshift((await createTestRun(platform.deps, subscriber, workflow, fields)).run)
    const path = `/runs?workflowId=${workflow.id}&limit=2`
    const first = (await platform.call('GET', path)).body
    const second = (await platform.call('GET', `${path}&cursor=${first.page.next}`)).body
    const third = (await platform.call('GET', `${path}&cursor=${second.page.next}`)).body
    expect(ids([...first.data, ...second.data, ...third.data])).toEqual(ids(expected))
    expect([first.page.has_more, third.page]).toEqual([true, { next: null, has_more: false }])
  })

  it('are found by who they are for, by channel, state, tenant and time', async () => {
    const bia = await createTestSubscriber(platform.deps, platform.environment, { email: 'bia@example.test' })
    const caio = await createTestSubscriber(platform.deps, platform.environment)
    const workflow = await createTestWorkflow(platform.deps, platform.environment)
    const early = { createdAt: new Date('2026-02-01T00:00:00Z'), channels: ['sms'] }
    const { run: one } = await createTestRun(platform.deps, bia, workflow, early)
    const late = { createdAt: new Date('2026-02-02T00:00:00Z'), job: { status: 'delayed' as const } }
    const { run: other } = await createTestRun(platform.deps, caio, workflow, late)
    const { pool } = platform.deps.database
    await pool.query(
      `insert into notification_tenants (id, environment_id, identifier, name) values ($1, $2, 'acme', 'Acme')`,
      [workflow.id, platform.environment.id],
    )
    await pool.query('update notification_runs set tenant_id = $1 where id = $2', [workflow.id, other.id])
    const found = async (query: string) =>
      ids((await platform.call('GET', `/runs?workflowId=${workflow.id}&${query}`)).body.data)
    expect(await found('subscriber=bia@example.test')).toEqual([one.id])
    expect(await found(`subscriber=${caio.subscriberId}`)).toEqual([other.id])
    expect(await found('channel=sms')).toEqual([one.id])
    expect(await found('status=delayed')).toEqual([other.id])
    expect(await found('tenant=acme')).toEqual([other.id])
    expect(await found('tenant=nobody')).toEqual([])
    expect(await found(`transactionId=${one.transactionId}`)).toEqual([one.id])
    expect(await found('from=2026-02-02T00:00:00Z')).toEqual([other.id])
    expect(await found('to=2026-02-02T00:00:00Z')).toEqual([one.id])
    expect(await found('cursor=nonsense')).toEqual([other.id, one.id])
    const { body } = await platform.call('GET', `/runs/${other.id}`)
    expect(body.tenant).toEqual({ identifier: 'acme', name: 'Acme' })
    expect((await platform.call('GET', '/runs?status=lost')).status).toBe(422)
  })

  it('show what was decided about each step, and its messages', async () => {
    const { id, subscriberId, workflowId } = await run([inApp])
    const translations = { pt: { Welcome: 'Boas-vindas' } }
    await platform.deps.database.pool.query('update notification_workflows set data = $2 where id = $1', [
      workflowId,
      { translations },
    ])
    const { status, body } = await platform.call('GET', `/runs/${id}`)
    expect(body.workflow.translations).toEqual(translations)
    expect([status, body.payload, body.subscriber.subscriberId, body.workflowVersion, body.isTest]).toEqual([
      200,
      { name: 'Bia' },
      subscriberId,
      1,
      true,
    ])
    const [job] = body.jobs
    expect(job).toMatchObject({ type: 'in_app', status: 'completed', providerId: 'novu' })
    expect(job.details).toContainEqual(expect.objectContaining({ moment: 'message_sent', status: 'Success' }))
    expect(job.messages).toMatchObject([{ channel: 'in_app', content: 'Hi Bia', status: 'sent', seenAt: null }])
  })

  it('are canceled as long as something waits', async () => {
    const { id, transactionId } = await run([delay, inApp])
    expect((await platform.call('POST', `/runs/${id}/cancellation`)).body).toEqual({ canceled: true })
    const { body } = await platform.call('GET', `/runs/${id}`)
    expect(body.jobs.map((job: { status: string }) => job.status)).toEqual(['canceled', 'canceled'])
    expect(await lastAudit()).toMatchObject({
      action: 'notification_run.canceled',
      targetId: id,
      diff: { transactionId },
    })
    const before = (await platform.audited()).length
    expect((await platform.call('POST', `/runs/${id}/cancellation`)).body).toEqual({ canceled: false })
    expect(await platform.audited()).toHaveLength(before)
  })

  it('are repeated with all that they were triggered with', async () => {
    const { id, workflowId, transactionId } = await run([inApp])
    const attachments = [{ name: 'a.txt', mime: 'text/plain', path: 'somewhere' }]
    const overrides = { email: { subject: 'Another' } }
    const events = platform.deps.database.db.update(notificationEvents)
    await events.set({ attachments, overrides }).where(eq(notificationEvents.transactionId, transactionId))
    const { status, body } = await platform.call('POST', `/runs/${id}/repetitions`)
    expect([status, body.status]).toEqual([200, 'processed'])
    expect(body.transactionId).not.toBe(transactionId)
    await platform.deps.notifications.drain(platform.deps)
    const again = (await platform.call('GET', `/runs?transactionId=${body.transactionId}`)).body.data
    expect(again).toMatchObject([{ workflow: { id: workflowId }, jobs: [{ status: 'completed' }] }])
    const [event] = await platform.deps.database.db
      .select()
      .from(notificationEvents)
      .where(eq(notificationEvents.transactionId, body.transactionId))
    expect(event).toMatchObject({ payload: { name: 'Bia' }, overrides, attachments, isTest: true })
    expect(await lastAudit()).toMatchObject({ action: 'notification_run.repeated', targetId: id })
  })

  it('are not repeated for a deleted subscriber', async () => {
    const { id } = await run([inApp])
    const runs = platform.deps.database.db.update(notificationRuns)
    await runs.set({ subscriberId: unknown }).where(eq(notificationRuns.id, id))
    const { status, body } = await platform.call('POST', `/runs/${id}/repetitions`)
    expect([status, body.code]).toEqual([409, 'state_invalid'])
  })

  it('answer 404 when unknown', async () => {
    expect((await platform.call('GET', `/runs/${unknown}`)).status).toBe(404)
    expect((await platform.call('POST', `/runs/${unknown}/cancellation`)).status).toBe(404)
    expect((await platform.call('POST', `/runs/${unknown}/repetitions`)).status).toBe(404)
    expect((await platform.call('GET', '/runs/short')).status).toBe(404)
  })
})

describe('statistics', () => {
  const today = async () => {
    const { body } = await platform.call('GET', '/stats')
    expect(body.days).toHaveLength(30)
    return { ...body.days.at(-1), waiting: body.waiting, oldestDueSeconds: body.oldestDueSeconds }
  }

  it('count runs, messages and failures by day, and what waits', async () => {
    const subscriber = await createTestSubscriber(platform.deps, platform.environment)
    const workflow = await createTestWorkflow(platform.deps, platform.environment)
    const before = await today()
    expect(before.day).toBe(platform.deps.now().toISOString().slice(0, 10))
    await createTestRun(platform.deps, subscriber, workflow, { job: { status: 'failed' } })
    const due = new Date(platform.deps.now().getTime() - 90_000)
    await createTestRun(platform.deps, subscriber, workflow, { job: { status: 'queued', runAt: due } })
    await createTestMessage(platform.deps, platform.environment, subscriber)
    const after = await today()
    expect(after).toMatchObject({
      triggers: before.triggers + 2,
      messages: before.messages + 1,
      failed: before.failed + 1,
      waiting: before.waiting + 1,
    })
    expect(after.oldestDueSeconds).toBeGreaterThanOrEqual(90)
    await platform.deps.notifications.drain(platform.deps)
    expect(await today()).toMatchObject({ waiting: before.waiting, oldestDueSeconds: 0 })
  })
})

describe('subscribers', () => {
  it('are found by id, name and address, page by page', async () => {
    const names = ['Ana', 'Bia', 'Caio']
    const made: { subscriberId: string }[] = []
    for (const firstName of names)
      made.unshift(
        await createTestSubscriber(platform.deps, platform.environment, {
          subscriberId: `found-${firstName}`,
          firstName,
          lastName: 'Lima_100%',
          email: `${firstName}@lima.test`.toLowerCase(),
        }),
      )
    const found = async (search: string, more = '') =>
      (await platform.call('GET', `/subscribers?search=${encodeURIComponent(search)}${more}`)).body
    const idsOf = (rows: { subscriberId: string }[]) => rows.map((row) => row.subscriberId)
    const first = await found('ima_100%', '&limit=2')
    const second = await found('ima_100%', `&limit=2&cursor=${first.page.next}`)
    expect(idsOf([...first.data, ...second.data])).toEqual(idsOf(made))
    expect(second.page).toEqual({ next: null, has_more: false })
    expect(idsOf((await found('BIA@lima')).data)).toEqual(['found-Bia'])
    expect(idsOf((await found('found-caio')).data)).toEqual(['found-Caio'])
    expect(idsOf((await found('limaX100')).data)).toEqual([])
    expect(first.data[0]).toMatchObject({ name: 'Caio Lima_100%', online: false, unread: 0 })
  })

  it('are shown with preferences, topics and channels, without addresses', async () => {
    const { pool } = platform.deps.database
    const seal = (value: object) => platform.deps.sealer.seal(JSON.stringify(value))
    const credentials = seal({ deviceTokens: ['token-one', 'token-two'] })
    const subscriber = await createTestSubscriber(platform.deps, platform.environment, {
      channels: [{ providerId: 'fcm', integrationId: unknown, credentials }],
      data: { plan: 'pro' },
    })
    await createTestMessage(platform.deps, platform.environment, subscriber)
    const topicId = `${unknown.slice(1)}a`
    await pool.query(
      `insert into notification_topics (id, environment_id, key, name) values ($1, $2, 'news', 'News')`,
      [topicId, platform.environment.id],
    )
    await pool.query(
      'insert into notification_topic_members (environment_id, topic_id, subscriber_id) values ($1, $2, $3)',
      [platform.environment.id, topicId, subscriber.id],
    )
    const { id } = await createWorkflow([inApp], { name: 'A preference', critical: true })
    const { status, body, text } = await platform.call('GET', `/subscribers/${subscriber.subscriberId}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      subscriberId: subscriber.subscriberId,
      data: { plan: 'pro' },
      unread: 1,
      channels: [{ providerId: 'fcm', tokens: 2 }],
      topics: [{ key: 'news', name: 'News' }],
      global: { enabled: true, channels: { email: true } },
    })
    expect(body.workflows).toContainEqual({
      workflowId: id,
      name: 'A preference',
      critical: true,
      enabled: true,
      channels: { in_app: true },
    })
    expect(text).not.toContain('token-one')
    expect((await platform.call('GET', '/subscribers/nobody')).status).toBe(404)
  })
})

describe('the execution log', () => {
  it('is filtered by code, level, transaction and subscriber, page by page', async () => {
    const { transactionId } = await run([inApp])
    const path = `/logs?transactionId=${transactionId}`
    const codes = (rows: { code: number }[]) => rows.map(({ code }) => code)
    const all = (await platform.call('GET', path)).body.data
    expect(codes(all).toSorted()).toEqual([1000, 1007, 1009])
    const first = (await platform.call('GET', `${path}&limit=2`)).body
    const second = (await platform.call('GET', `${path}&limit=2&cursor=${first.page.next}`)).body
    expect(codes([...first.data, ...second.data])).toEqual(codes(all))
    expect(codes((await platform.call('GET', `${path}&level=success`)).body.data)).toEqual([1007])
    expect(codes((await platform.call('GET', `${path}&code=1009`)).body.data)).toEqual([1009])
    expect((await platform.call('GET', '/logs?code=9999')).body.data).toEqual([])
    expect((await platform.call('GET', '/logs?subscriberId=nobody')).body.data).toEqual([])
    expect((await platform.call('GET', '/logs?level=loud')).status).toBe(422)
  })
})
