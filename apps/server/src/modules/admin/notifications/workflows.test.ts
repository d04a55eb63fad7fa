import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platformCredentials } from '#server/notifications/index.ts'
import { createTestRun } from '#server/test/notification-runs.ts'
import { createTestMessage, createTestSubscriber } from '#server/test/notifications.ts'
import { openPlatform, type Platform } from '#server/test/platform-world.ts'

let platform: Platform
let groupId = ''

beforeAll(async () => {
  platform = await openPlatform()
  const { body } = await platform.call('GET', '/options')
  groupId = body.groups[0].id
})
afterAll(() => platform.close())

const everyChannel = { email: true, sms: true, in_app: true, chat: true, push: true }
const inApp = (content = 'Hi {{name}}') => ({ template: { type: 'in_app', content } })
const form = (more: object = {}) => ({
  name: 'Somebody wrote',
  description: null,
  groupId,
  tags: ['chat'],
  critical: false,
  active: true,
  preferenceSettings: everyChannel,
  steps: [inApp()],
  ...more,
})
const create = async (more: object = {}) => {
  const { status, body, text } = await platform.call('POST', '/workflows', form(more))
  expect(status, text).toBe(201)
  return body
}
const unknown = '0'.repeat(24)
const lastAudit = async () => (await platform.audited()).at(-1)

describe('workflows', () => {
  it('are created, with what their templates need', async () => {
    const workflow = await create({ name: 'New order', steps: [inApp('{{order.number}} for {{tenant.name}}')] })
    expect(workflow).toMatchObject({
      name: 'New order',
      group: { id: groupId, name: 'General' },
      tags: ['chat'],
      stepTypes: ['in_app'],
      active: true,
      bound: false,
      version: 1,
      needsTenant: true,
      needsActor: false,
      samplePayload: { order: { number: 'order.number' } },
      missingIntegrations: [],
    })
    expect(await platform.call('GET', `/workflows/${workflow.id}`)).toMatchObject({ status: 200, body: workflow })
    expect(await lastAudit()).toEqual({
      action: 'notification_workflow.created',
      targetId: workflow.id,
      actorId: platform.user.id,
      companyId: null,
      diff: { version: 1 },
    })
  })

  it('say which channels nothing serves', async () => {
    const workflow = await create({ steps: [inApp(), { template: { type: 'sms', content: 'Hi' } }] })
    expect(workflow.missingIntegrations).toEqual(['sms'])
  })

  it('are refused with the fields that are wrong', async () => {
    const digest = { template: { type: 'digest' }, metadata: { type: 'regular', unit: 'hours' } }
    const broken = { template: { type: 'sms', content: '{{#if x}}' } }
    const { status, body } = await platform.call('POST', '/workflows', form({ steps: [inApp(), digest, broken] }))
    expect([status, body.code]).toEqual([422, 'notification_step_invalid'])
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'steps.1.metadata.amount',
      'steps.2.template.content',
    ])
    const shape = await platform.call('POST', '/workflows', form({ steps: [{ template: { type: 'fax' } }] }))
    expect([shape.body.code, shape.body.errors[0].path]).toEqual(['validation_failed', 'steps.0.template.type'])
    const group = await platform.call('POST', '/workflows', form({ groupId: unknown }))
    expect([group.status, group.body.errors]).toMatchObject([422, [{ path: 'groupId' }]])
  })

  it('are listed by name with what they did in the last day', async () => {
    const subscriber = await createTestSubscriber(platform.deps, platform.environment)
    const { id, name, steps } = await create({ name: 'Counted workflow' })
    const known = { id, name, identifier: 'counted-workflow', steps }
    await createTestRun(platform.deps, subscriber, known)
    await createTestRun(platform.deps, subscriber, known, { job: { status: 'failed' } })
    await createTestRun(platform.deps, subscriber, known, { createdAt: new Date(Date.now() - 25 * 3_600_000) })
    const message = { workflowId: id, channel: 'email' as const }
    await createTestMessage(platform.deps, platform.environment, subscriber, { ...message, status: 'sent' })
    await createTestMessage(platform.deps, platform.environment, subscriber, { ...message, status: 'error' })
    const { body } = await platform.call('GET', '/workflows?search=COUNTED')
    expect(body.data).toMatchObject([{ id, triggers24h: 2, sent24h: 1, failed24h: 1 }])
    const names = (await platform.call('GET', '/workflows')).body.data.map((row: { name: string }) => row.name)
    expect(names).toEqual(names.toSorted((one: string, other: string) => one.localeCompare(other)))
    expect((await platform.call('GET', '/workflows?active=false&search=counted')).body.data).toEqual([])
    expect((await platform.call('GET', `/workflows?groupId=${unknown}`)).body.data).toEqual([])
  })

  it('keep the ids of their steps and make a version when they change', async () => {
    const { id, steps } = await create({ name: 'Before' })
    const changed = await platform.call(
      'PUT',
      `/workflows/${id}`,
      form({ name: 'After', steps: [...steps, inApp('2')] }),
    )
    expect(changed.body).toMatchObject({ id, name: 'After', version: 2, steps: [{ uuid: steps[0].uuid }, {}] })
    expect(await lastAudit()).toMatchObject({ action: 'notification_workflow.updated', diff: { version: 2 } })
    const { body } = await platform.call('GET', `/workflows/${id}/versions`)
    expect(body.data).toMatchObject([
      { version: 2, name: 'After', steps: 2, createdBy: 'Ana Lima' },
      { version: 1, name: 'Before', steps: 1 },
    ])
  })

  it('go back to an earlier version, as a new one', async () => {
    const { id } = await create({ name: 'First', steps: [inApp('first')] })
    await platform.call('PUT', `/workflows/${id}`, form({ name: 'Second', steps: [inApp('second')] }))
    const { status, body } = await platform.call('POST', `/workflows/${id}/versions/1/restorations`)
    expect([status, body.name, body.version, body.steps[0].template.content]).toEqual([200, 'First', 3, 'first'])
    expect((await platform.call('POST', `/workflows/${id}/versions/9/restorations`)).status).toBe(404)
  })

  it('do not go back to a version without an active step while they are on', async () => {
    const { id } = await create({ active: false, steps: [] })
    await platform.call('PUT', `/workflows/${id}`, form())
    const { body } = await platform.call('POST', `/workflows/${id}/versions/1/restorations`)
    expect(body.code).toBe('notification_workflow_empty')
  })

  it('that protect people are switched off only by who says their name', async () => {
    const critical = await create({ critical: true, name: 'Signed in elsewhere' })
    const at = `/workflows/${critical.id}`
    const confirmation = critical.name
    const off = { name: critical.name, active: false, critical: true }
    const plain = { name: critical.name, critical: false }
    const refused = [
      await platform.call('PUT', `${at}/status`, { active: false }),
      await platform.call('PUT', `${at}/status`, { active: false, confirmation: 'Something else' }),
      await platform.call('PUT', at, form(off)),
      await platform.call('PUT', at, form(plain)),
      await platform.call('DELETE', at),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [409, 'notification_workflow_protected']),
    )
    expect((await platform.call('GET', at)).body).toMatchObject({ active: true, critical: true, version: 1 })
    const { apiKey } = await platformCredentials(platform.deps)
    const byKey = (method: 'PUT' | 'DELETE', path: string, payload?: object) =>
      platform.app.inject({
        method,
        url: `/v1${at}${path}`,
        headers: { authorization: `ApiKey ${apiKey}` },
        ...(payload && { payload }),
      })
    const answers = [
      await byKey('PUT', '/status', { active: false }),
      await byKey('PUT', '', { critical: false }),
      await byKey('DELETE', ''),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
    await platform.call('PUT', at, form({ ...plain, confirmation }))
    await platform.call('PUT', at, form({ name: critical.name, critical: true }))
    const restored = await platform.call('POST', `${at}/versions/2/restorations`)
    expect([restored.status, restored.body.critical]).toEqual([200, true])
    const gone = await platform.call('PUT', `${at}/status`, { active: false, confirmation })
    expect([gone.status, gone.body.active]).toEqual([200, false])
    expect((await platform.call('DELETE', at)).status).toBe(204)
  })

  it('are switched off, and on only with an active step', async () => {
    const { id } = await create()
    const off = await platform.call('PUT', `/workflows/${id}/status`, { active: false })
    expect([off.body.active, off.body.version]).toEqual([false, 1])
    expect(await lastAudit()).toMatchObject({ action: 'notification_workflow.deactivated', targetId: id })
    const steps = [{ ...inApp(), active: false }]
    await platform.call('PUT', `/workflows/${id}`, form({ active: false, steps }))
    const on = await platform.call('PUT', `/workflows/${id}/status`, { active: true })
    expect([on.status, on.body.code]).toEqual([409, 'notification_workflow_empty'])
    const saved = await platform.call('PUT', `/workflows/${id}`, form({ steps }))
    expect([saved.status, saved.body.code]).toEqual([409, 'notification_workflow_empty'])
  })

  it('are copied, switched off', async () => {
    const { id, steps, identifier } = await create({ steps: [inApp('one'), inApp('two')] })
    const { status, body } = await platform.call('POST', `/workflows/${id}/copies`)
    expect([status, body.name, body.active, body.version]).toEqual([201, 'Somebody wrote (2)', false, 1])
    expect(body.identifier).not.toBe(identifier)
    expect(body.steps.map((step: { uuid: string }) => step.uuid)).toEqual(
      steps.map((step: { uuid: string }) => step.uuid),
    )
    expect(body.steps[0]._id).not.toBe(steps[0]._id)
  })

  it('are deleted unless the product triggers them; a copy of such a one may be', async () => {
    const { id } = await create()
    const { pool } = platform.deps.database
    await pool.query(
      `update notification_workflows set data = '{"seed":"x","version":1,"timezone":"UTC"}' where id = $1`,
      [id],
    )
    expect((await platform.call('GET', `/workflows/${id}`)).body.bound).toBe(true)
    const refused = await platform.call('DELETE', `/workflows/${id}`)
    expect([refused.status, refused.body.code]).toEqual([409, 'notification_workflow_bound'])
    const copy = (await platform.call('POST', `/workflows/${id}/copies`)).body
    expect([copy.bound, copy.data]).toEqual([false, { timezone: 'UTC' }])
    expect((await platform.call('DELETE', `/workflows/${copy.id}`)).status).toBe(204)
    expect(await lastAudit()).toMatchObject({ action: 'notification_workflow.removed', targetId: copy.id })
    expect((await platform.call('GET', `/workflows/${copy.id}`)).status).toBe(404)
  })

  it.each([
    ['GET', ''],
    ['PUT', ''],
    ['PUT', '/status'],
    ['POST', '/copies'],
    ['DELETE', ''],
    ['GET', '/versions'],
    ['POST', '/tests'],
  ] as const)('answer 404 when unknown: %s %s', async (method, rest) => {
    const payload = { ...form(), subscriberId: 'bia', payload: {} }
    const answer = await platform.call(
      method,
      `/workflows/${unknown}${rest}`,
      method === 'PUT' || rest === '/tests' ? payload : undefined,
    )
    expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
  })

  it('of other environments are not there', async () => {
    const { id } = await create()
    await platform.deps.database.db.execute(
      sql`update notification_workflows set environment_id = ${unknown} where id = ${id}`,
    )
    expect((await platform.call('GET', `/workflows/${id}`)).status).toBe(404)
    expect((await platform.call('DELETE', `/workflows/${id}`)).status).toBe(404)
  })
})

describe('tests of a workflow', () => {
  it('trigger it for one subscriber', async () => {
    const { subscriberId } = await createTestSubscriber(platform.deps, platform.environment)
    const { id } = await create({ name: 'Tested workflow' })
    const { status, body } = await platform.call('POST', `/workflows/${id}/tests`, {
      subscriberId,
      payload: { name: 'Bia' },
    })
    expect([status, body.status]).toEqual([200, 'processed'])
    await platform.deps.notifications.drain(platform.deps)
    const { data } = (await platform.call('GET', `/runs?transactionId=${body.transactionId}`)).body
    expect(data).toMatchObject([{ isTest: true, subscriber: { subscriberId }, jobs: [{ status: 'completed' }] }])
    expect(await lastAudit()).toMatchObject({ action: 'notification_workflow.tested', targetId: id })
  })

  it('say what is missing', async () => {
    const { subscriberId } = await createTestSubscriber(platform.deps, platform.environment)
    const name = { name: 'name', type: 'String', required: true }
    const template = { type: 'in_app', content: '{{name}} {{tenant.name}}', variables: [name] }
    const { id } = await create({ steps: [{ template }] })
    const { status, body } = await platform.call('POST', `/workflows/${id}/tests`, { subscriberId, payload: {} })
    expect([status, body.code]).toEqual([422, 'notification_payload_incomplete'])
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['payload.name', 'tenant'])
  })

  it('make up no subscriber, and tell when it is off', async () => {
    const { subscriberId } = await createTestSubscriber(platform.deps, platform.environment)
    const { id } = await create({ active: false })
    const test = { subscriberId, payload: { name: 'Bia' } }
    const answer = await platform.call('POST', `/workflows/${id}/tests`, { ...test, subscriberId: 'nobody' })
    expect(answer.status).toBe(404)
    const off = await platform.call('POST', `/workflows/${id}/tests`, test)
    expect(off.body).toEqual({ status: 'trigger_not_active', transactionId: null })
  })
})

describe('previews', () => {
  const preview = async (template: object, more: object = {}) =>
    (await platform.call('POST', '/previews', { template, payload: { name: 'Bia' }, ...more })).body

  it('show what each channel would', async () => {
    const cta = {
      data: { url: '/chats/{{name}}' },
      action: { buttons: [{ type: 'primary', content: 'Open {{name}}' }] },
    }
    expect(await preview({ type: 'in_app', content: '<b>{{name}}</b><script>x</script>', cta })).toMatchObject({
      content: '<b>Bia</b>',
      html: true,
      ctaUrl: '/chats/Bia',
      buttons: [{ type: 'primary', content: 'Open Bia' }],
    })
    const mail = await preview({
      type: 'email',
      subject: 'For {{name}}',
      content: [{ type: 'text', content: 'Hi {{name}}' }],
    })
    expect(mail).toMatchObject({ subject: 'For Bia', html: true, error: null })
    expect(mail.content).toContain('Hi Bia')
    expect(await preview({ type: 'sms', content: `${'a'.repeat(160)}{{name}}` })).toMatchObject({
      segments: 2,
      html: false,
    })
    expect(await preview({ type: 'push', title: '{{name}}', content: 'x' })).toMatchObject({
      title: 'Bia',
      content: 'x',
    })
    expect(await preview({ type: 'chat', content: 'Hi {{name}}' })).toMatchObject({ content: 'Hi Bia', segments: null })
    expect(await preview({ type: 'delay' })).toMatchObject({ content: null, error: null })
  })

  it('use a real subscriber, or a sample one', async () => {
    const { subscriberId } = await createTestSubscriber(platform.deps, platform.environment, { firstName: 'Caio' })
    const template = { type: 'sms', content: '{{subscriber.firstName}}' }
    expect(await preview(template, { subscriberId })).toMatchObject({ content: 'Caio' })
    expect((await preview(template)).content).not.toBe('')
    expect(await preview(template, { subscriberId: 'nobody' })).toMatchObject({ code: 'not_found' })
  })

  it('say why they cannot be shown', async () => {
    expect(await preview({ type: 'sms', content: '{{#if' })).toMatchObject({ content: null, error: expect.any(String) })
    const lost = await preview({ type: 'email', content: 'x', layoutId: unknown })
    expect(lost).toMatchObject({ content: null, error: 'The layout is not there' })
  })
})

it('offers what steps and workflows can refer to', async () => {
  const { id } = await create({ name: 'An option' })
  const { status, body } = await platform.call('GET', '/options')
  expect(status).toBe(200)
  expect(body.groups).toEqual([{ id: groupId, name: 'General', identifier: null }])
  expect(body.workflows).toContainEqual({ id, name: 'An option', identifier: 'an-option', translations: {} })
})
