import { ChannelTypeEnum, Novu } from '@novu/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notificationMembers } from '#server/db/schema/notifications/organizations.ts'
import { createNotificationId } from '#server/notifications/shared/ids.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import {
  callsOf,
  createGroup,
  createWorkflow,
  type Item,
  inApp,
  of,
  pageOf,
  refusalOf,
  startSdk,
  statusOf,
  unique,
  unknownId,
} from '#server/test/published-sdk.ts'

// The published 0.24 SDK for servers, unchanged, against the listening application: every method of its other parts.

const called = new Set<string>()
const isOurs = (call: string) =>
  call.includes('.') && !/^(subscribers|events|topics|feeds|messages|executionDetails)\./.test(call)
type Sdk = Awaited<ReturnType<typeof startSdk>>
let novu: Sdk['novu']
let connect: Sdk['connect']
let server: Sdk['server']

beforeAll(async () => {
  ;({ novu, connect, server } = await startSdk(called))
})
afterAll(async () => server.stop())

describe('tenants', () => {
  test('are kept, and change workflows', async () => {
    const identifier = unique('tenant')
    const created = await novu.tenants.create(identifier, { name: 'Acme', data: { plan: 'gold' } })
    expect([created.status, created.data.data]).toMatchObject([
      201,
      { identifier, name: 'Acme', data: { plan: 'gold' } },
    ])
    expect(await refusalOf(novu.tenants.create(identifier, { name: 'Again' }))).toBe(409)
    expect(await of(novu.tenants.update(identifier, { name: 'Acme Ltd' }))).toMatchObject({ name: 'Acme Ltd' })
    const tenant = await of(novu.tenants.get(identifier))
    expect(tenant).toMatchObject({ identifier, name: 'Acme Ltd' })
    expect(await pageOf(novu.tenants.list({ page: 0, limit: 100 }))).toMatchObject({
      page: 0,
      pageSize: 100,
      hasMore: false,
    })

    const workflow = await createWorkflow(novu, [inApp('Hi')])
    const pair = { workflowId: workflow._id, tenantId: tenant._id }
    const override = await of(novu.workflowOverrides.create({ ...pair, active: false }))
    expect(override).toMatchObject({ active: false, preferenceSettings: { email: true } })
    const trigger = () => of(novu.trigger(workflow.identifier, { to: 'x', payload: {}, tenant: identifier }))
    expect(await trigger()).toMatchObject({ status: 'trigger_not_active' })
    const byPair = await of(novu.workflowOverrides.getOneByTenantIdandWorkflowId(workflow._id, tenant._id))
    expect(byPair._id).toBe(override._id)
    const active = novu.workflowOverrides.updateOneByTenantIdandWorkflowId(workflow._id, tenant._id, { active: true })
    expect(await of(active)).toMatchObject({ active: true })
    expect(await trigger()).toMatchObject({ status: 'processed' })
    expect(await of(novu.workflowOverrides.updateOneById(override._id, { active: false }))).toMatchObject({
      active: false,
    })
    expect(await of(novu.workflowOverrides.getOneById(override._id))).toMatchObject({ active: false })
    expect(await pageOf(novu.workflowOverrides.list(0, 10))).toMatchObject({
      hasMore: false,
      data: [{ _id: override._id }],
    })
    expect(await of(novu.workflowOverrides.delete(override._id))).toBe(true)
    expect(await refusalOf(novu.workflowOverrides.getOneById(override._id))).toBe(404)

    expect(await statusOf(novu.tenants.delete(identifier))).toBe(204)
    expect(await refusalOf(novu.tenants.get(identifier))).toBe(404)
  })
})

describe('workflows', () => {
  test('are written, found, switched and removed, with their groups', async () => {
    const group = await createGroup(novu)
    expect(await of<Item[]>(novu.notificationGroups.get())).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'General' }),
        expect.objectContaining({ _id: group._id }),
      ]),
    )
    expect(await of(novu.notificationGroups.update(group._id, { name: 'Renamed' }))).toMatchObject({ name: 'Renamed' })
    expect(await of(novu.notificationGroups.getOne(group._id))).toMatchObject({ name: 'Renamed' })
    const input = {
      name: unique('Flow'),
      notificationGroupId: group._id,
      steps: [inApp('{{name}} for {{count}}')] as never,
    }
    const created = await novu.notificationTemplates.create(input)
    expect(created.status).toBe(201)
    const workflow = created.data.data
    const variables = [
      { name: 'name', type: 'String' },
      { name: 'count', type: 'String' },
    ]
    expect(workflow).toMatchObject({
      name: input.name,
      active: false,
      draft: true,
      triggers: [{ type: 'event', variables }],
    })
    const changes = { ...input, name: 'Other', tags: ['news'] }
    const updated = await of(novu.notificationTemplates.update(workflow._id, changes))
    expect(updated).toMatchObject({
      name: 'Other',
      tags: ['news'],
      triggers: [{ identifier: workflow.triggers[0].identifier }],
    })
    expect(await of(novu.notificationTemplates.updateStatus(workflow._id, true))).toMatchObject({
      active: true,
      draft: false,
    })
    expect(await of(novu.notificationTemplates.getOne(workflow._id))).toMatchObject({ name: 'Other', active: true })
    expect(await pageOf(novu.notificationTemplates.getAll(0, 100))).toMatchObject({
      page: 0,
      pageSize: 100,
      totalCount: expect.any(Number),
      data: expect.arrayContaining([expect.objectContaining({ _id: workflow._id })]),
    })
    expect(await of(novu.notificationTemplates.delete(workflow._id))).toBe(true)
    expect(await refusalOf(novu.notificationTemplates.getOne(workflow._id))).toBe(404)
    expect(await refusalOf(novu.notificationTemplates.create({ ...input, name: '' }))).toBe(400)
    expect(await of(novu.notificationGroups.delete(group._id))).toEqual({ acknowledged: true, status: 'deleted' })
    expect(await refusalOf(novu.notificationGroups.getOne(group._id))).toBe(404)
  })

  test('are not written in a promoted environment, but promoted to it', async () => {
    const own = await createTestEnvironment(server.deps)
    const [root, promoted] = [connect(own.apiKey), connect(own.production.apiKey)]
    const [group] = await of<Item[]>(root.notificationGroups.get())
    const input = {
      name: 'Promoted',
      notificationGroupId: group?._id ?? '',
      active: true,
      steps: [inApp('Hi')] as never,
    }
    expect(await refusalOf(promoted.notificationTemplates.create(input))).toBe(401)
    await root.feeds.create('news')
    await root.notificationTemplates.create(input)
    const waiting = await of<number>(root.changes.getCount())
    const { data: changes } = await pageOf(root.changes.get({ promoted: false, page: 0, limit: 100 }))
    expect([changes.length, waiting > 1]).toEqual([waiting, true])
    const [one, ...others] = changes.map(({ _id }) => _id)
    expect(await statusOf(root.changes.applyOne(one ?? ''))).toBe(201)
    if (others.length > 0) expect(await statusOf(root.changes.applyMany(others))).toBe(201)
    expect(await of(root.changes.getCount())).toBe(0)
    expect((await pageOf(promoted.notificationTemplates.getAll())).data).toMatchObject([
      { name: 'Promoted', active: true },
    ])
    expect(await refusalOf(root.changes.applyOne(unknownId))).toBe(404)
  })
})

describe('layouts', () => {
  test('layouts stand around mails, one of them by default', async () => {
    const layout = {
      name: 'Plain',
      identifier: unique('layout'),
      description: '',
      content: '<p>{{{body}}}</p>',
      variables: [],
    }
    const created = await novu.layouts.create({ ...layout, isDefault: true } as never)
    expect([created.status, created.data.data]).toEqual([201, { _id: expect.any(String) }])
    const { _id } = created.data.data
    expect(await refusalOf(novu.layouts.create(layout as never))).toBe(409)
    const bad = { ...layout, identifier: unique('layout'), content: 'no body' }
    expect(await refusalOf(novu.layouts.create(bad as never))).toBe(400)
    const second = await of(novu.layouts.create({ ...layout, identifier: unique('layout') } as never))
    expect(await of(novu.layouts.get(_id))).toMatchObject({ _id, name: 'Plain', isDefault: true })
    expect(await of(novu.layouts.update(_id, { name: 'Fancy' } as never))).toMatchObject({ name: 'Fancy' })
    expect(
      await pageOf(novu.layouts.list({ page: 0, pageSize: 10, sortBy: 'createdAt', orderBy: -1 } as never)),
    ).toMatchObject({
      page: 0,
      pageSize: 10,
      totalCount: expect.any(Number),
    })
    expect(await statusOf(novu.layouts.setDefault(second._id))).toBe(204)
    expect(await of(novu.layouts.get(_id))).toMatchObject({ isDefault: false })
    expect(await refusalOf(novu.layouts.delete(second._id))).toBe(409)
    expect(await statusOf(novu.layouts.delete(_id))).toBe(204)
  })
})

describe('integrations', () => {
  test('are connected, changed and removed', async () => {
    const smtp = { channel: ChannelTypeEnum.EMAIL, name: 'Mail', check: false, active: true }
    const credentials = { host: 'mail.example', port: 25, from: 'a@example.com', senderName: 'A' }
    const created = await novu.integrations.create('nodemailer', { ...smtp, credentials } as never)
    expect([created.status, created.data.data]).toMatchObject([
      201,
      { providerId: 'nodemailer', active: true, credentials },
    ])
    const { _id, identifier } = created.data.data
    expect(await refusalOf(novu.integrations.create('nodemailer', { ...smtp, identifier, credentials } as never))).toBe(
      409,
    )
    expect(await refusalOf(novu.integrations.create('novu', { channel: ChannelTypeEnum.IN_APP, check: false }))).toBe(
      400,
    )
    const all = await of<Item[]>(novu.integrations.getAll())
    expect(all.map((item) => item._id)).toContain(_id)
    const second = await of(novu.integrations.create('nodemailer', { ...smtp, name: 'Second', credentials } as never))
    expect(await of(novu.integrations.setIntegrationAsPrimary(second._id))).toMatchObject({
      _id: second._id,
      primary: true,
    })
    expect(await of(novu.integrations.update(_id, { active: false, check: false }))).toMatchObject({
      _id,
      active: false,
    })
    const active = await of<Item[]>(novu.integrations.getActive())
    expect(active.map((item) => item._id)).not.toContain(_id)
    expect(await of(novu.integrations.getWebhookProviderStatus('nodemailer'))).toBe(false)
    const remaining = await of<Item[]>(novu.integrations.delete(_id))
    expect(remaining.map((item) => item._id)).not.toContain(_id)
    expect(remaining.map((item) => item._id)).toContain(second._id)
    expect(await refusalOf(novu.integrations.getInAppStatus())).toBe(401)
  })
})

describe('the environment and the organisation', () => {
  test('are read, and looks and people changed', async () => {
    const own = await createTestEnvironment(server.deps)
    const sdk = connect(own.apiKey)
    const { environment } = own
    expect(await of(sdk.environments.getCurrent())).toMatchObject({ _id: environment.id, identifier: own.identifier })
    const all = await of<(Item & { apiKeys: unknown[] })[]>(sdk.environments.getAll())
    expect(all.map(({ _id, apiKeys }) => [_id, apiKeys.length])).toEqual(
      expect.arrayContaining([
        [environment.id, 1],
        [own.production.environment.id, 0],
      ]),
    )
    expect(await refusalOf(sdk.environments.create({ name: 'Third' }))).toBe(401)
    expect(await refusalOf(sdk.environments.updateOne(environment.id, { name: 'Other' }))).toBe(401)
    expect(await of(sdk.inboundParse.getMxStatus())).toEqual({ mxRecordConfigured: false })

    expect(await of(sdk.organizations.getCurrent())).toMatchObject({ name: 'Test organisation' })
    expect(await of(sdk.organizations.list())).toMatchObject([{ name: 'Test organisation' }])
    expect(await of(sdk.organizations.rename({ name: 'Renamed' }))).toMatchObject({ name: 'Renamed' })
    expect(await refusalOf(sdk.organizations.create({ name: 'Another' } as never))).toBe(401)
    const looks = {
      color: '#ff0000',
      logo: 'https://shop.example/logo.png',
      fontColor: '#000000',
      contentBackground: '#ffffff',
      fontFamily: 'Inter',
    }
    expect(await of(sdk.organizations.updateBranding(looks as never))).toMatchObject(looks)
    const [id, other] = [createNotificationId(), createNotificationId()]
    const member = { organizationId: environment.organizationId, role: 'admin' as const }
    await server.deps.database.db.insert(notificationMembers).values([
      { ...member, id, userId: 'one' },
      { ...member, id: other, userId: 'other' },
    ])
    const members = await of<Item[]>(sdk.organizations.getMembers())
    expect(members).toEqual(expect.arrayContaining([expect.objectContaining({ _id: id, roles: ['admin'] })]))
    expect(await of(sdk.organizations.updateMemberRole(id, { role: 'member' } as never))).toMatchObject({
      roles: ['member'],
    })
    await sdk.organizations.removeMember(id)
    expect((await of<Item[]>(sdk.organizations.getMembers())).map(({ _id }) => _id)).not.toContain(id)
    expect(await refusalOf(sdk.organizations.removeMember(id))).toBe(404)

    expect(await of(sdk.environments.getApiKeys())).toMatchObject([{ key: own.apiKey }])
    const [renewed] = await of<{ key: string }[]>(sdk.environments.regenerateApiKeys())
    expect(renewed?.key).not.toBe(own.apiKey)
    expect(await refusalOf(sdk.environments.getCurrent())).toBe(401)
    expect(await of(connect(renewed?.key ?? '').environments.getCurrent())).toMatchObject({ _id: environment.id })
  })

  test('are closed to a wrong key', async () => {
    expect(await refusalOf(connect('wrong').subscribers.list(0, 10))).toBe(401)
  })
})

test('nothing of it was left out', () => {
  const calls = callsOf(new Novu('key', { backendUrl: server.url }))
  expect([...called].filter(isOurs).sort()).toEqual(calls.filter(isOurs))
})
