import { afterAll, beforeAll, expect, it } from 'vitest'
import { addMember, createCompany, createUser } from '#server/test/factories.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { prepareProductNotifications } from './index.ts'
import { productWorkflows } from './workflows/index.ts'

let w: ProductWorld
beforeAll(async () => {
  w = await openProductWorld()
})
afterAll(() => w.close())

const call = async (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
  (await w.app.inject({ method, url: `/v1${url}`, headers: w.headers, ...(payload && { payload }) })).json()
const workflows = async () => (await w.get('/workflows?limit=100')).data as { _id: string; name: string }[]
const subscriberOf = async (id: string) => (await w.get(`/subscribers/${id}`)).data
const topic = async (key: string) => (await w.get(`/topics/${encodeURIComponent(key)}`)).data.subscribers as string[]

it('makes everything once, also when two processes start at the same time', async () => {
  await Promise.all([prepareProductNotifications(w.deps), prepareProductNotifications(w.deps)])
  expect((await workflows()).length).toBe(Object.keys(productWorkflows).length)
  const feeds = (await w.get('/feeds')).data.map(({ identifier }: { identifier: string }) => identifier)
  expect(feeds.sort()).toEqual(['billing', 'campaigns', 'conversations', 'general', 'system'])
  const inbox = (await w.get('/integrations')).data.find(
    ({ providerId }: { providerId: string }) => providerId === 'novu',
  )
  expect(inbox.credentials).toEqual({ hmac: true })
})

it('updates unchanged workflows, and keeps changes by admins', async () => {
  const [edited, untouched] = ['channel.connected', 'member.joined'] as const
  const before = (await w.get(`/workflows/${edited}`)).data
  await call('PUT', `/workflows/${before._id}`, { name: 'Ours', description: 'Changed' })
  const pool = w.deps.database.pool
  await pool.query(`update notification_workflows set data = data || '{"seed":"former"}' where identifier = any($1)`, [
    [edited, untouched],
  ])
  await pool.query(`update notification_workflows set name = 'Former' where identifier = $1`, [untouched])
  await prepareProductNotifications(w.deps)
  const names = new Map((await workflows()).map(({ _id, name }) => [_id, name]))
  expect(names.get(before._id)).toBe('Ours')
  expect((await w.get(`/workflows/${untouched}`)).data.name).toBe(productWorkflows[untouched].name.en)
  await prepareProductNotifications(w.deps)
  const versions = await pool.query(
    `select count(*)::int from notification_workflow_versions v join notification_workflows w on w.id = v.workflow_id
     where w.identifier = $1`,
    [untouched],
  )
  expect(versions.rows[0].count).toBe(2)
})

it('offers people what they may hear of in their language, by group', async () => {
  const company = await createCompany(w.deps)
  const [ana, bia] = [await createUser(w.deps, { locale: 'pt' }), await createUser(w.deps, { locale: 'en' })]
  for (const { id } of [ana, bia]) await addMember(w.deps, company.id, id)
  await prepareProductNotifications(w.deps)
  type Item = { template: { name: string; group: string; triggers: { identifier: string }[] } }
  const offered = async (id: string) =>
    new Map(
      (await w.get(`/subscribers/${id}/preferences`)).data.map(({ template }: Item) => [
        template.triggers[0]?.identifier,
        [template.name, template.group],
      ]),
    )
  const [portuguese, english] = [await offered(ana.id), await offered(bia.id)]
  for (const [identifier, { name, group }] of Object.entries(productWorkflows)) {
    if (identifier === 'channel.connected') continue
    expect([portuguese.get(identifier), english.get(identifier)]).toEqual([
      [name.pt, group.pt],
      [name.en, group.en],
    ])
  }
})

it('keeps a workflow switched off that an admin switched off', async () => {
  const { _id } = (await w.get('/workflows/channel.limit_changed')).data
  await call('PUT', `/workflows/${_id}/status`, { active: false })
  await w.deps.database.pool.query(
    `update notification_workflows set data = data || '{"seed":"former"}' where identifier = 'channel.limit_changed'`,
  )
  await prepareProductNotifications(w.deps)
  expect((await w.get('/workflows/channel.limit_changed')).data.active).toBe(false)
})

it('gets to know everybody who is there, and what changed since', async () => {
  const company = await createCompany(w.deps, { name: 'Antes' })
  const admin = await createUser(w.deps, { name: 'Ana Maria Lima', locale: 'pt' })
  const member = await createUser(w.deps, { name: 'Bruno' })
  await addMember(w.deps, company.id, admin.id)
  await addMember(w.deps, company.id, member.id, { role: 'member' })
  await prepareProductNotifications(w.deps)
  expect(await subscriberOf(admin.id)).toMatchObject({
    firstName: 'Ana',
    lastName: 'Maria Lima',
    email: admin.email,
    locale: 'pt',
    timezone: 'America/Sao_Paulo',
  })
  expect((await subscriberOf(member.id)).firstName).toBe('Bruno')
  expect((await topic(`company:${company.id}`)).sort()).toEqual([admin.id, member.id].sort())
  expect(await topic(`company:${company.id}:admins`)).toEqual([admin.id])
  expect((await w.get(`/tenants/${company.id}`)).data.name).toBe('Antes')

  const { pool } = w.deps.database
  await pool.query(`update companies set name = 'Depois' where id = $1`, [company.id])
  await pool.query('delete from company_members where user_id = $1', [admin.id])
  await pool.query(`update company_members set role = 'admin' where user_id = $1`, [member.id])
  await pool.query(`update users set name = 'Bruno Melo', locale = 'pt' where id = $1`, [member.id])
  await prepareProductNotifications(w.deps)
  expect(await subscriberOf(member.id)).toMatchObject({ lastName: 'Melo', locale: 'pt' })
  expect(await topic(`company:${company.id}`)).toEqual([member.id])
  expect(await topic(`company:${company.id}:admins`)).toEqual([member.id])
  expect((await w.get(`/tenants/${company.id}`)).data.name).toBe('Depois')

  await pool.query('update companies set deleted_at = now() where id = $1', [company.id])
  await prepareProductNotifications(w.deps)
  expect(await topic(`company:${company.id}`)).toEqual([])
})

it('sends mail through the installation’s server once there is one, and keeps it to its own environment', async () => {
  const ofMail = async () =>
    (await w.get('/integrations')).data.filter(({ channel }: { channel: string }) => channel === 'email')
  expect(await ofMail()).toEqual([])
  const config = { ...w.deps.config, SMTP_URL: 'smtp://127.0.0.1:1' }
  const deps = { ...w.deps, config }
  await prepareProductNotifications(deps)
  await prepareProductNotifications(deps)
  expect(await ofMail()).toMatchObject([{ providerId: 'novu-email', active: true, primary: true }])
  const { headers } = await createTestEnvironment(w.deps)
  const payload = { providerId: 'novu-email', channel: 'email', credentials: {}, active: true }
  const refused = await w.app.inject({ method: 'POST', url: '/v1/integrations', headers, payload })
  expect([refused.statusCode, refused.json().message]).toEqual([400, expect.stringContaining('Only the installation')])
})
