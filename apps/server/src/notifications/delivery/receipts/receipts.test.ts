import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationMessages } from '#server/db/schema/notifications/messages.ts'
import { notificationJobs } from '#server/db/schema/notifications/runs.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'

let t: TestApp
let home: Awaited<ReturnType<typeof createTestEnvironment>>
let integration: { _id: string; identifier: string }
let message: Awaited<ReturnType<typeof createTestMessage>>

const secretKey = 'hush'
const mail = { webhookUrl: 'https://hooks.example/mail', secretKey, from: 'a@example.com', senderName: 'A' }

const connect = async (body: object) =>
  (
    await t.app.inject({
      method: 'POST',
      url: '/v1/integrations',
      headers: home.headers,
      payload: { active: true, check: false, ...body },
    })
  ).json().data

const createSent = async (fields: Partial<typeof notificationMessages.$inferInsert> = {}) => {
  const jobId = createNotificationId()
  const subscriber = await createTestSubscriber(t.deps, home.environment)
  await t.deps.database.db.insert(notificationJobs).values({
    id: jobId,
    environmentId: home.environment.id,
    runId: createNotificationId(),
    stepIndex: 0,
    stepId: 'step',
    type: fields.channel ?? 'email',
    status: 'completed',
  })
  return createTestMessage(t.deps, home.environment, subscriber, {
    jobId,
    channel: 'email',
    providerId: 'email-webhook',
    integrationId: integration._id,
    providerMessageId: `vendor-${jobId}`,
    ...fields,
  })
}

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  home = await createTestEnvironment(t.deps)
  integration = await connect({ providerId: 'email-webhook', channel: 'email', credentials: mail })
  message = await createSent()
})

const sign = (payload: string) => createHmac('sha256', secretKey).update(payload).digest('hex')
const path = (name: string, channel = 'email') =>
  `/v1/webhooks/organizations/${home.environment.organizationId}/environments/${home.environment.id}/${channel}/${name}`
const post = (url: string, payload: string, signature = sign(payload), type = 'application/json') =>
  t.app.inject({ method: 'POST', url, headers: { 'content-type': type, 'x-novu-signature': signature }, payload })
const report = (...receipts: object[]) => post(path(integration.identifier), JSON.stringify(receipts))

const stored = async (id = message.id) => {
  const [row] = await t.deps.database.db.select().from(notificationMessages).where(eq(notificationMessages.id, id))
  if (!row) throw new Error('no message')
  const [job] = await t.deps.database.db.select().from(notificationJobs).where(eq(notificationJobs.id, row.jobId))
  return { ...row, details: job?.details ?? [] }
}
const about = (event: string, date?: string) => ({ id: message.providerMessageId, event, ...(date ? { date } : {}) })

describe('a receipt', () => {
  it('of an opened mail marks it seen and read, and is written down at the job', async () => {
    const answer = await report({ ...about('opened', '2026-01-02T03:04:05Z'), ip: '1.2.3.4' })
    expect([answer.statusCode, answer.json()]).toEqual([
      201,
      { data: [{ id: message.providerMessageId, event: 'opened' }] },
    ])
    const at = new Date('2026-01-02T03:04:05Z')
    const { seenAt, readAt, details } = await stored()
    expect([seenAt, readAt]).toEqual([at, at])
    expect(details).toMatchObject([
      {
        moment: 'provider_reported',
        webhookStatus: 'opened',
        providerId: 'email-webhook',
        messageId: message.id,
        at: at.toISOString(),
      },
    ])
    expect(details[0]?.raw).toContain('1.2.3.4')
  })

  it('of a failure makes the message an error that later words do not undo', async () => {
    await report(about('bounced'), about('delivered'))
    expect(await stored()).toMatchObject({
      status: 'error',
      errorText: 'The provider reported: bounced',
      details: [{ moment: 'provider_reported_failure', webhookStatus: 'bounced' }, { webhookStatus: 'delivered' }],
    })
  })

  it('of a delivery settles a message whose fate was not known, by our id of it', async () => {
    const lost = await createSent({ status: 'unknown', providerMessageId: null })
    await report({ id: lost.id, event: 'delivered' })
    expect(await stored(lost.id)).toMatchObject({
      status: 'sent',
      readAt: null,
      details: [{ webhookStatus: 'delivered' }],
    })
  })

  it('of a delay is only written down', async () => {
    await report(about('deferred'))
    expect(await stored()).toMatchObject({ status: 'sent', seenAt: null, details: [{ webhookStatus: 'deferred' }] })
  })

  it('that comes again changes nothing, with a date or without', async () => {
    const receipts = [about('opened', '2026-01-02T03:04:05Z'), about('delivered')]
    await report(...receipts)
    const before = await stored()
    await Promise.all([report(...receipts), report(...receipts), report(...receipts, ...receipts)])
    expect(await stored()).toEqual(before)
    expect(before.details).toHaveLength(2)
    await report(about('opened', '2026-01-03T00:00:00Z'))
    const after = await stored()
    expect([after.details.length, after.readAt]).toEqual([3, before.readAt])
  })

  it('with a date in the future counts as of now', async () => {
    await report(about('opened', '2999-01-01T00:00:00Z'), about('opened', '2998-01-01T00:00:00Z'))
    const { readAt, details } = await stored()
    expect(readAt?.getTime()).toBeLessThanOrEqual(Date.now())
    expect(details).toHaveLength(1)
  })

  it('about a message that is not known, or of another integration or environment, changes nothing', async () => {
    const other = await connect({ providerId: 'email-webhook', channel: 'email', credentials: mail })
    expect((await report({ id: 'nobody', event: 'opened' })).statusCode).toBe(201)
    await post(path(other.identifier), JSON.stringify(about('opened')))
    expect(await stored()).toMatchObject({ seenAt: null, details: [] })
    const foreign = await createTestEnvironment(t.deps)
    const url = path(integration.identifier).replace(home.environment.id, foreign.environment.id)
    expect((await post(url, JSON.stringify(about('opened')))).statusCode).toBe(404)
    expect((await stored()).details).toEqual([])
  })

  it('holds characters that a database does not take', async () => {
    const payload = `[{"id":"a\\u0000b","event":"opened"},{"id":"${message.providerMessageId}","event":"clicked","x":"\\u0000\\ud800"}]`
    expect((await post(path(integration._id), payload)).statusCode).toBe(201)
    expect((await stored()).details).toMatchObject([{ webhookStatus: 'clicked' }])
  })
})

describe('who may report', () => {
  it('signs with the secret key of the integration', async () => {
    const payload = JSON.stringify(about('opened'))
    for (const signature of ['', 'x', sign(`${payload} `)]) {
      const answer = await post(path(integration.identifier), payload, signature)
      expect([answer.statusCode, answer.json()]).toEqual([401, { statusCode: 401, message: 'Unauthorized' }])
    }
    expect((await stored()).details).toEqual([])
    expect((await post(path(integration._id), payload)).statusCode).toBe(201)
  })

  it('names an integration that is there, on its channel', async () => {
    const payload = JSON.stringify(about('opened'))
    expect((await post(path('nobody'), payload)).statusCode).toBe(404)
    expect((await post(path(integration.identifier, 'sms'), payload)).statusCode).toBe(404)
    expect((await post(path(integration.identifier, 'fax'), payload)).statusCode).toBe(400)
    const wrong = path(integration.identifier).replace(home.environment.organizationId, createNotificationId())
    expect((await post(wrong, payload)).statusCode).toBe(404)
    await t.app.inject({ method: 'DELETE', url: `/v1/integrations/${integration._id}`, headers: home.headers })
    expect((await post(path(integration.identifier), payload)).statusCode).toBe(404)
  })

  it('is Meta where it signs with the secret of the app, and no one where the integration has none', async () => {
    const number = { apiToken: 'EAAG', phoneNumberIdentification: '106540352242922' }
    const value = { statuses: [{ id: 'wamid.9', status: 'failed', timestamp: '1767323045' }] }
    const payload = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })
    const reports = async (credentials: object, signature: string) => {
      integration = await connect({ providerId: 'whatsapp-business', channel: 'chat', credentials })
      message = await createSent({ channel: 'chat', providerId: 'whatsapp-business', providerMessageId: 'wamid.9' })
      const { statusCode } = await t.app.inject({
        method: 'POST',
        url: path(integration.identifier, 'chat'),
        headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
        payload,
      })
      return [statusCode, (await stored()).status]
    }
    const right = `sha256=${sign(payload)}`
    const wrong = `sha256=${createHmac('sha256', 'another').update(payload).digest('hex')}`
    expect(await reports({ ...number, secretKey }, wrong)).toEqual([401, 'sent'])
    expect(await reports({ ...number, secretKey }, '')).toEqual([401, 'sent'])
    expect(await reports(number, right)).toEqual([401, 'sent'])
    expect(await reports({ ...number, secretKey }, right)).toEqual([201, 'error'])
  })

  it('signs for a gateway of its own too', async () => {
    const gateway = {
      baseUrl: 'https://sms.example',
      apiKeyRequestHeader: 'x',
      apiKey: 'k',
      idPath: 'id',
      from: 'Shop',
    }
    const payload = JSON.stringify({ id: 'sms-1', event: 'failed' })
    const reports = async (credentials: object) => {
      const { identifier } = await connect({ providerId: 'generic-sms', channel: 'sms', credentials })
      return (await post(path(identifier, 'sms'), payload)).statusCode
    }
    expect(await reports(gateway)).toBe(401)
    expect(await reports({ ...gateway, secretKeyRequestHeader: 'y', secretKey })).toBe(201)
  })

  it('uses a provider whose receipts are understood', async () => {
    const discord = await connect({ providerId: 'discord', channel: 'chat' })
    expect((await post(path(discord.identifier, 'chat'), '{}')).statusCode).toBe(400)
  })
})

describe('a body', () => {
  it.each(['', '{', 'null', '[]', '"x"', '[[[[]]]]', '{"id":{}}'])(
    'that says nothing changes nothing: %s',
    async (payload) => {
      const { statusCode } = await post(path(integration.identifier), payload)
      expect([201, 400]).toContain(statusCode)
      expect((await stored()).details).toEqual([])
    },
  )

  it.each([60, 5000, 200_000])('that is nested %i deep is refused', async (depth) => {
    const raw = `${'['.repeat(depth)}${']'.repeat(depth)}`
    const payload = JSON.stringify({ ...about('opened'), raw: 0 }).replace('"raw":0', `"raw":${raw}`)
    expect((await post(path(integration.identifier), payload)).statusCode).toBe(400)
  })

  it('with too many receipts is refused', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => ({ id: String(n), event: 'opened' }))
    expect((await report(...many)).statusCode).toBe(400)
  })

  it('of WhatsApp marks what was read', async () => {
    const credentials = { apiToken: 'EAAG', phoneNumberIdentification: '106540352242922', secretKey }
    integration = await connect({ providerId: 'whatsapp-business', channel: 'chat', credentials })
    message = await createSent({ channel: 'chat', providerId: 'whatsapp-business', providerMessageId: 'wamid.7' })
    const value = { statuses: [{ id: 'wamid.7', status: 'read', timestamp: '1767323045' }] }
    const payload = JSON.stringify({ entry: [{ id: '1', changes: [{ field: 'messages', value }] }] })
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${sign(payload)}` }
    const url = path(integration.identifier, 'chat')
    expect((await t.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(201)
    expect(await stored()).toMatchObject({ readAt: new Date(1_767_323_045_000), details: [{ webhookStatus: 'read' }] })
  })
})
