import { campaignAudience } from '@recado/contracts/campaigns/audience'
import { campaignContent } from '@recado/contracts/campaigns/content'
import { campaignSchedule } from '@recado/contracts/campaigns/schedule'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaigns } from '#server/db/schema/campaigns/campaigns.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
let browser: Browser
let companyId: string
let channel: Awaited<ReturnType<typeof createChannel>>['channel']
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

beforeEach(async () => {
  const { deps } = server
  const company = await createCompany(deps, { accessBlocks: ['integrations', 'bulk_sending'] })
  companyId = company.id
  const user = await createUser(deps)
  await addMember(deps, companyId, user.id)
  browser = createBrowser(server.app)
  browser.use(await signIn(deps, user.id, companyId))
  channel = (await createChannel(deps, companyId, {})).channel
})

const schedule = async (name: string, audience: object, template = '') => {
  const id = newId()
  const language = { strategy: 'fixed', language: 'pt_BR' }
  const wakeAt = new Date(Date.now() + 86_400_000)
  await server.deps.database.db.insert(campaigns).values({
    ...{ companyId, id, name, state: 'scheduled', startsAt: wakeAt, wakeAt, schedule: campaignSchedule.parse({}) },
    audience: campaignAudience.parse(audience),
    content: campaignContent.parse({
      channels: [{ channelId: channel.id }],
      variants: template ? [{ key: 'A', template, language, share: 100 }] : [],
    }),
  })
  return id
}

const end = (id: string) =>
  server.deps.database.db.update(campaigns).set({ state: 'completed', wakeAt: null }).where(eq(campaigns.id, id))

const made = async (path: string, body: object): Promise<string> => (await browser.post(path, body)).json().id

test('lists, tags and segments stay while a campaign that has not ended is for them, unless a person removes them anyway', async () => {
  const list = await made('/api/v1/lists', { name: 'Club' })
  const tag = await made('/api/v1/tags', { name: 'vip', color: 'gray' })
  const filter = { value: 'AND', children: [{ field: 'tags', operator: 'ANY_IN', value: [tag] }] }
  const segment = await made('/api/v1/segments', { name: 'VIPs', filter })
  const campaign = await schedule('Invitation', {
    sources: [
      { kind: 'lists', ids: [list] },
      { kind: 'filter', filter },
    ],
    exclusions: { segments: [segment] },
  })
  const refusal = async (path: string) => {
    const { code, data } = (await browser.remove(path)).json()
    return [code, data.names]
  }
  expect(await refusal(`/api/v1/lists/${list}`)).toEqual(['in_use', 'Invitation'])
  expect(await refusal(`/api/v1/tags/${tag}`)).toEqual(['in_use', 'VIPs, Invitation'])
  expect(await refusal(`/api/v1/segments/${segment}`)).toEqual(['in_use', 'Invitation'])
  const { data } = (await browser.get('/api/v1/segments')).json()
  expect(data[0].usedBy).toEqual([{ by: 'campaign', id: campaign, name: 'Invitation' }])
  expect((await browser.remove(`/api/v1/segments/${segment}?force=yes`)).statusCode).toBe(204)
  await end(campaign)
  expect((await browser.remove(`/api/v1/lists/${list}`)).statusCode).toBe(204)
})

test('a template names the campaigns that will send it', async () => {
  const id = newId()
  await server.deps.database.db.insert(templates).values({
    ...{ id, companyId, waAccountId: channel.waAccountId, metaId: id, name: 'news', language: 'pt_BR' },
    ...{ category: 'MARKETING', status: 'APPROVED', components: [{ type: 'BODY', text: 'Oi' }] },
  })
  const uses = async () => (await browser.get(`/api/v1/templates/${id}/uses`)).json().data
  const campaignId = await schedule('Invitation', {}, 'news')
  expect(await uses()).toEqual([{ kind: 'campaign', label: 'Invitation', language: 'pt_BR', count: 1, campaignId }])
  await end(campaignId)
  expect(await uses()).toEqual([])
})

test('a merged tag is followed into campaigns, and what was deleted is named before a launch', async () => {
  const [from, into] = [
    await made('/api/v1/tags', { name: 'vips', color: 'gray' }),
    await made('/api/v1/tags', { name: 'vip', color: 'gray' }),
  ]
  const list = await made('/api/v1/lists', { name: 'Club' })
  const filter = { value: 'AND', children: [{ field: 'tags', operator: 'ANY_IN', value: [from] }] }
  const draft = await browser.post('/api/v1/campaigns', {
    name: 'Invitation',
    audience: {
      sources: [
        { kind: 'tags', ids: [from] },
        { kind: 'filter', filter },
        { kind: 'lists', ids: [list] },
      ],
      exclusions: { tags: [from] },
    },
    content: { replies: [{ button: null, tagId: from }] },
  })
  const path = `/api/v1/campaigns/${draft.json().id}`
  expect((await browser.post(`/api/v1/tags/${from}/merge`, { intoId: into })).statusCode).toBe(200)
  const { audience, content, version } = (await browser.get(path)).json()
  expect(JSON.stringify([audience, content])).not.toContain(from)
  expect([audience.sources[0].ids, audience.sources[1].filter.children[0].value]).toEqual([[into], [into]])
  expect([audience.exclusions.tags, content.replies[0].tagId, version]).toEqual([
    [into],
    into,
    draft.json().version + 1,
  ])

  const id = newId()
  const facts = { companyId, waAccountId: channel.waAccountId, metaId: newId(), language: 'pt_BR', components: [] }
  await server.deps.database.db
    .insert(templates)
    .values({ ...facts, id, name: 'news', category: 'UTILITY', status: 'APPROVED' })
  const language = { strategy: 'fixed', language: 'pt_BR' }
  const variants = [{ key: 'A', template: 'news', language, share: 100 }]
  await browser.patch(path, { version, content: { channels: [{ channelId: channel.id }], variants } })
  expect((await browser.remove(`/api/v1/lists/${list}`)).statusCode).toBe(204)
  const { blocking } = (await browser.post(`${path}/preflight`, {})).json()
  expect(blocking).toContainEqual({ name: 'audience_gone', facts: { part: 'list' } })
})
