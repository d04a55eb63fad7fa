import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notificationIntegrations } from '#server/db/schema/notifications/integrations.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { createTestEnvironment, createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { createMailIntegration, mailCredentials, openPlatform, type Platform } from '#server/test/platform-world.ts'

let platform: Platform
let mailbox: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  mailbox = await openMailbox()
  platform = await openPlatform()
})
afterAll(async () => {
  await platform.close()
  await mailbox.close()
})
beforeEach(async () => {
  await platform.deps.database.pool.query(`delete from notification_integrations where channel <> 'in_app'`)
})

const dots = '••••'
const unknown = '0'.repeat(24)
const mail = (more: object = {}) => ({
  providerId: 'nodemailer',
  channel: 'email',
  name: 'Mail',
  active: true,
  credentials: mailCredentials,
  check: false,
  ...more,
})
const create = async (more: object = {}) => {
  const { status, body, text } = await platform.call('POST', '/integrations', mail(more))
  expect(status, text).toBe(201)
  return body
}
const stored = async (id: string) => {
  const { db } = platform.deps.database
  const [row] = await db.select().from(notificationIntegrations).where(eq(notificationIntegrations.id, id))
  return { ...row, credentials: JSON.parse(platform.deps.sealer.open(row?.credentials ?? '')) }
}
const listed = async () => (await platform.call('GET', '/integrations')).body.data
const lastAudit = async () => (await platform.audited()).at(-1)

describe('providers', () => {
  it('are offered with the fields of their credentials', async () => {
    const { body } = await platform.call('GET', '/providers')
    const provider = body.data.find(({ id }: { id: string }) => id === 'nodemailer')
    expect(provider).toMatchObject({ channel: 'email', available: true })
    const secrets = provider.fields.filter(({ secret }: { secret: boolean }) => secret)
    expect(secrets.map(({ key }: { key: string }) => key)).toContain('password')
  })
})

describe('integrations', () => {
  it('are connected; their secrets are never shown', async () => {
    const { status, body, text } = await platform.call('POST', '/integrations', mail())
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Mail',
      channel: 'email',
      active: true,
      primary: true,
      credentials: { host: 'mail.example.test', password: dots },
      sent24h: 0,
      lastError: null,
    })
    const list = await platform.call('GET', '/integrations')
    expect(text + list.text).not.toContain(mailCredentials.password)
    expect(await stored(body.id)).toMatchObject({ credentials: { password: mailCredentials.password } })
    const audit = await lastAudit()
    expect(audit).toMatchObject({ action: 'notification_integration.created', targetId: body.id, companyId: null })
    expect(JSON.stringify(audit)).not.toContain(mailCredentials.password)
  })

  it('keep the secrets that a change leaves out, and lose what it leaves out of the rest', async () => {
    const { id } = await create()
    const { password, senderName, ...rest } = mailCredentials
    const form = { name: 'Post', active: false, check: false }
    const kept = await platform.call('PUT', `/integrations/${id}`, { ...form, credentials: rest })
    expect([kept.status, kept.body.name, kept.body.active]).toEqual([200, 'Post', false])
    expect((await stored(id)).credentials).toMatchObject({ password, host: rest.host })
    expect((await stored(id)).credentials).not.toHaveProperty('senderName')
    await platform.call('PUT', `/integrations/${id}`, { ...form, credentials: { ...rest, password: dots } })
    expect((await stored(id)).credentials.password).toBe(password)
    await platform.call('PUT', `/integrations/${id}`, { ...form, credentials: { ...rest, password: 'new one' } })
    expect((await stored(id)).credentials.password).toBe('new one')
    await platform.call('PUT', `/integrations/${id}`, { ...form, credentials: { ...rest, password: '' } })
    expect((await stored(id)).credentials).not.toHaveProperty('password')
    expect(await lastAudit()).toMatchObject({ action: 'notification_integration.updated', targetId: id })
  })

  it('are refused with the fields that are wrong', async () => {
    const { from: _, ...credentials } = mailCredentials
    const { status, body } = await platform.call('POST', '/integrations', mail({ credentials }))
    expect([status, body.code]).toEqual([422, 'notification_integration_invalid'])
    expect(body.errors).toMatchObject([{ path: 'credentials.from', code: 'invalid' }])
    const lost = await platform.call('POST', '/integrations', mail({ providerId: 'pigeon' }))
    expect(lost.body.code).toBe('notification_integration_invalid')
    const { id } = await create()
    const changed = await platform.call('PUT', `/integrations/${id}`, { ...mail({ credentials }) })
    expect(changed.body.code).toBe('notification_integration_invalid')
    expect(await listed()).toHaveLength(2)
  })

  it('are tried first when that is asked for', async () => {
    const port = new URL(mailbox.smtpUrl).port
    const credentials = { host: '127.0.0.1', port, from: 'recado@example.test', senderName: 'Recado' }
    await create({ credentials, check: true })
    const dead = await platform.call(
      'POST',
      '/integrations',
      mail({ credentials: { ...credentials, port: '5349' }, check: true }),
    )
    expect([dead.status, dead.body.code]).toEqual([422, 'notification_integration_invalid'])
    expect(dead.body.detail).toContain('The credentials do not work')
    expect(await listed()).toHaveLength(2)
  })

  it('are one the primary of its channel, where the channel has one', async () => {
    const first = await create()
    const second = await create({ name: 'Second' })
    const { status, body } = await platform.call('PUT', `/integrations/${second.id}/primary`)
    expect([status, body.primary]).toEqual([200, true])
    expect((await stored(first.id)).primary).toBe(false)
    expect(await lastAudit()).toMatchObject({ action: 'notification_integration.made_primary', targetId: second.id })
    const inbox = (await listed()).find(({ channel }: { channel: string }) => channel === 'in_app')
    const refused = await platform.call('PUT', `/integrations/${inbox.id}/primary`)
    expect([refused.status, refused.body.code]).toEqual([422, 'notification_integration_invalid'])
  })

  it('are disconnected, but for the inbox of the product', async () => {
    const { id } = await create()
    expect((await platform.call('DELETE', `/integrations/${id}`)).status).toBe(204)
    expect(await lastAudit()).toMatchObject({ action: 'notification_integration.removed', targetId: id })
    const [inbox] = await listed()
    const removed = await platform.call('DELETE', `/integrations/${inbox.id}`)
    expect([removed.status, removed.body.code]).toEqual([422, 'notification_integration_invalid'])
    const form = { name: 'Inbox', active: false, credentials: {}, check: false }
    const off = await platform.call('PUT', `/integrations/${inbox.id}`, form)
    expect([off.status, off.body.errors]).toMatchObject([422, [{ path: 'active' }]])
    expect(await listed()).toMatchObject([{ id: inbox.id, active: true }])
  })

  it('tell what they sent in the last day, and their last failure', async () => {
    const { id } = await create()
    const subscriber = await createTestSubscriber(platform.deps, platform.environment)
    const message = { integrationId: id, channel: 'email' as const }
    const failed = { ...message, status: 'error' as const }
    for (const fields of [message, { ...failed, errorText: 'first' }, { ...failed, errorText: 'Mailbox full' }])
      await createTestMessage(platform.deps, platform.environment, subscriber, fields)
    const found = (await listed()).find((row: { id: string }) => row.id === id)
    expect(found).toMatchObject({ sent24h: 1, lastError: 'Mailbox full', lastErrorAt: expect.any(String) })
  })

  it('of other environments, and unknown ones, are not there', async () => {
    const { environment } = await createTestEnvironment(platform.deps)
    const { organizationId } = platform.environment
    for (const id of [await createMailIntegration(platform.deps, { ...environment, organizationId }), unknown]) {
      expect((await platform.call('PUT', `/integrations/${id}`, mail())).status).toBe(404)
      expect((await platform.call('PUT', `/integrations/${id}/primary`)).status).toBe(404)
      expect((await platform.call('DELETE', `/integrations/${id}`)).status).toBe(404)
    }
  })
})
