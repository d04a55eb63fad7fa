import type { SystemCampaign } from '@recado/contracts/admin/system-campaigns'
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { systemCampaigns } from '#server/db/schema/admin/system-campaigns.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { sendDue } from './actions.ts'

let w: ProductWorld
let headers: { cookie: string }
let root: string
let owner: string
let member: string

beforeAll(async () => {
  w = await openProductWorld()
  root = (await createUser(w.deps, { role: 'admin', locale: 'pt' })).id
  headers = await signIn(w.deps, root)
  const { user, company } = await createSignedIn(w.deps)
  owner = user.id
  member = (await createUser(w.deps, { locale: 'pt' })).id
  await addMember(w.deps, company.id, member, { role: 'member' })
  await w.refresh()
})
afterAll(() => w.close())

const call = async <T = SystemCampaign>(
  method: 'POST' | 'PUT',
  path: string,
  payload: object = {},
  status?: number,
) => {
  const answer = await w.app.inject({ method, url: `/api/v1/admin/${path}`, headers, payload })
  if (status) expect(answer.statusCode, answer.body).toBe(status)
  else expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body === '' ? (undefined as T) : answer.json<T>()
}

const fields = (more: object = {}) => ({
  ...{ name: 'News', topic: 'product', channels: ['in_app'], capDays: null, audience: { membership: 'member' } },
  content: {
    ...{
      en: { title: 'A new inbox', body: 'Answer faster' },
      pt: { title: 'Nova caixa', body: 'Responda mais rápido' },
    },
    url: '/profile',
  },
  ...more,
})

const send = async (more: object = {}) => {
  const { id, version } = await call('POST', 'system-campaigns', fields(more))
  await call('POST', `system-campaigns/${id}/schedule`, { version, startsAt: null })
  await sendDue(systemCtx(w.deps, 'test'), new AbortController().signal)
  return id
}

const told = async (userId: string) =>
  (await w.inboxOf(userId)).map(({ templateIdentifier, content, cta }) => [templateIdentifier, content, cta.data.url])

const read = async (id: string) => {
  const answer = await w.app.inject({ method: 'GET', url: '/api/v1/admin/system-campaigns', headers })
  return answer.json<{ data: SystemCampaign[] }>().data.find((one) => one.id === id)
}

it('reaches its audience in their languages, each once however often it is sent', async () => {
  expect(await call('POST', 'system-audience', fields())).toEqual({ users: 2, en: 1, pt: 1 })
  const id = await send()
  await sendDue(systemCtx(w.deps, 'test'), new AbortController().signal)
  expect(await told(owner)).toEqual([['system.product', '<b>A new inbox</b><br>Answer faster', '/profile']])
  expect(await told(member)).toEqual([['system.product', '<b>Nova caixa</b><br>Responda mais rápido', '/profile']])
  expect(await told(root)).toEqual([])
  expect(await read(id)).toMatchObject({ state: 'done', stats: { sent: 2, seen: 0, read: 0 } })
})

it('leaves out who got another one lately, but for an incident', async () => {
  const capped = await send({ capDays: 7 })
  expect(await read(capped)).toMatchObject({ state: 'done', stats: { sent: 0 } })
  const incident = await send({ capDays: 7, topic: 'incident' })
  expect((await told(owner)).map(([workflow]) => workflow)).toContain('system.incident')
  expect(await read(incident)).toMatchObject({ stats: { sent: 2 } })
})

it('is tried on oneself, waits for its time, and reaches nobody once it is canceled', async () => {
  const { id, version } = await call('POST', 'system-campaigns', fields())
  await call('POST', `system-campaigns/${id}/test`)
  expect(await told(root)).toHaveLength(1)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  await call('POST', `system-campaigns/${id}/schedule`, { version, startsAt: later })
  await sendDue(systemCtx(w.deps, 'test'), new AbortController().signal)
  expect(await read(id)).toMatchObject({ state: 'scheduled', stats: { sent: 0 } })
  expect(await call('POST', `system-campaigns/${id}/cancellation`)).toMatchObject({ state: 'canceled' })
  await call('PUT', `system-campaigns/${id}`, { ...fields(), version: 2 }, 409)
})

it('is not sent while a text is missing in a language', async () => {
  const content = { en: { title: 'News', body: 'A text' }, pt: { title: '', body: '' }, url: '/profile' }
  const { id, version } = await call('POST', 'system-campaigns', fields({ content }))
  const refused = await call<{ errors: { path: string }[] }>(
    'POST',
    `system-campaigns/${id}/schedule`,
    { version, startsAt: null },
    422,
  )
  expect(refused.errors.map(({ path }) => path)).toEqual(['content.pt.title', 'content.pt.body'])
})

type Shown = { announcement: { id: string; seen: boolean } | null }

const shownTo = async (who: { cookie: string }) => {
  const answer = await w.app.inject({ method: 'GET', url: '/api/v1/me/announcement', headers: who })
  return answer.json<Shown>().announcement
}

const react = async (who: { cookie: string }, id: string, reaction: string) => {
  const url = '/api/v1/me/announcement-reactions'
  return (await w.app.inject({ method: 'POST', url, headers: who, payload: { id, reaction } })).statusCode
}

const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()

const showBanner = async (topic: string, channels = ['banner']) => {
  const { id, version } = await call('POST', 'system-campaigns', fields({ topic, channels }))
  await call('POST', `system-campaigns/${id}/schedule`, { version, startsAt: null, bannerUntil: hours(1) })
  await sendDue(systemCtx(w.deps, 'test'), new AbortController().signal)
  return id
}

it('shows its audience one banner at a time, incidents first, until each closes it', async () => {
  const [ownerHeaders, memberHeaders] = [await signIn(w.deps, owner), await signIn(w.deps, member)]
  const messages = (await told(owner)).length
  const incident = await showBanner('incident')
  const news = await showBanner('product')
  expect(await told(owner)).toHaveLength(messages)
  expect(await shownTo(headers)).toBeNull()
  expect(await shownTo(ownerHeaders)).toMatchObject({ id: incident, seen: false })
  expect(await react(ownerHeaders, incident, 'seen')).toBe(204)
  expect(await react(ownerHeaders, incident, 'seen')).toBe(204)
  expect(await react(ownerHeaders, incident, 'clicked')).toBe(204)
  expect(await shownTo(ownerHeaders)).toMatchObject({ id: incident, seen: true })
  expect(await react(ownerHeaders, incident, 'dismissed')).toBe(204)
  expect(await shownTo(ownerHeaders)).toMatchObject({ id: news })
  expect(await shownTo(memberHeaders)).toMatchObject({ id: incident })
  expect(await react(headers, incident, 'dismissed')).toBe(404)
  expect((await read(incident))?.stats).toMatchObject({ sent: 2, banner: { seen: 1, dismissed: 1, clicked: 1 } })

  expect(await call('POST', `system-campaigns/${incident}/cancellation`)).toMatchObject({ state: 'done' })
  expect(await shownTo(memberHeaders)).toMatchObject({ id: news })
  await call('POST', `system-campaigns/${news}/cancellation`)
  expect(await shownTo(memberHeaders)).toBeNull()
  await call('POST', `system-campaigns/${news}/cancellation`, {}, 409)
})

it('shows a banner no longer than until its time, which it needs', async () => {
  const ownerHeaders = await signIn(w.deps, owner)
  const { id, version } = await call('POST', 'system-campaigns', fields({ channels: ['banner', 'in_app'] }))
  for (const bannerUntil of [undefined, null, hours(-1)])
    await call('POST', `system-campaigns/${id}/schedule`, { version, startsAt: null, bannerUntil }, 422)
  const before = (await told(owner)).length
  await call('POST', `system-campaigns/${id}/schedule`, { version, startsAt: null, bannerUntil: hours(1) })
  await sendDue(systemCtx(w.deps, 'test'), new AbortController().signal)
  expect(await told(owner)).toHaveLength(before + 1)
  expect(await shownTo(ownerHeaders)).toMatchObject({ id })
  const bannerUntil = new Date(Date.now() - 1000)
  await w.deps.database.db.update(systemCampaigns).set({ bannerUntil }).where(eq(systemCampaigns.id, id))
  expect(await shownTo(ownerHeaders)).toBeNull()
})

it('shows people who act for somebody else no banner of theirs', async () => {
  const id = await showBanner('product')
  const acting = await signIn(w.deps, owner)
  expect(await shownTo(acting)).toMatchObject({ id })
  const mine = and(eq(sessions.userId, owner), isNull(sessions.impersonatorId))
  await w.deps.database.db.update(sessions).set({ impersonatorId: root, impersonationMode: 'act' }).where(mine)
  expect(await shownTo(acting)).toBeNull()
  expect(await react(acting, id, 'dismissed')).toBe(403)
})
