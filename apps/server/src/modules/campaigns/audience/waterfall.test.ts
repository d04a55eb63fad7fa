import type { AudienceWaterfall, CampaignAudience } from '@recado/contracts/campaigns/audience'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contactPoints, contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { segments } from '#server/db/schema/contacts/segments.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { suppressions } from '#server/modules/contacts/contacts/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createChannel, createCompany, createUser, signIn } from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const setUp = async (category = 'MARKETING') => {
  const { deps } = server
  const { db } = deps.database
  const company = await createCompany(deps, { accessBlocks: ['integrations', 'bulk_sending'] })
  const user = await createUser(deps)
  await addMember(deps, company.id, user.id)
  const browser = createBrowser(server.app)
  browser.use(await signIn(deps, user.id, company.id))
  const { channel } = await createChannel(deps, company.id, {})
  await db.insert(templates).values({
    ...{ id: newId(), companyId: company.id, waAccountId: channel.waAccountId, metaId: '1', name: 'news' },
    ...{ language: 'pt_BR', category, status: 'APPROVED', components: [{ type: 'BODY', text: 'Oi {{1}}' }] },
  })
  let phones = 5_581_988_000_000
  const add = async (fields: Partial<typeof contacts.$inferInsert> = {}) => {
    const row = {
      companyId: company.id,
      id: newId(),
      name: 'Bia',
      phone: String(phones++),
      marketing: 'granted' as const,
      ...fields,
    }
    await db.insert(contacts).values(row)
    return row
  }
  const list = { companyId: company.id, id: newId(), name: 'News' }
  await db.insert(contactLists).values(list)
  const enlist = (...ids: string[]) =>
    db
      .insert(contactListMembers)
      .values(
        ids.map((contactId) => ({ companyId: company.id, listId: list.id, contactId, source: 'manual' as const })),
      )
  const preview = async (audience: object, missing: object = { action: 'text', text: 'cliente' }) => {
    const values = { 'body.1': { from: 'field', field: 'attributes.nick', missing } }
    const variant = {
      key: 'A',
      template: 'news',
      language: { strategy: 'fixed', language: 'pt_BR' },
      values,
      share: 100,
    }
    const content = { channels: [{ channelId: channel.id }], variants: [variant] }
    const made = await browser.post('/api/v1/campaigns', { name: 'News', content, audience })
    expect(made.statusCode, made.body).toBe(201)
    const answer = await browser.post(`/api/v1/campaigns/${made.json().id}/audience/preview`, {})
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json() as AudienceWaterfall
  }
  return { company, add, list, enlist, preview }
}

const reasons = ({ excluded }: AudienceWaterfall) =>
  Object.fromEntries(excluded.map(({ reason, count }) => [reason, count]))
const source = (...ids: string[]): CampaignAudience['sources'] => [{ kind: 'contacts', ids }]

test('tells for each contact the first reason why it gets nothing, and all of them add up', async () => {
  const { company, add, preview } = await setUp()
  const { deps } = server
  const kept = await add({ attributes: { nick: 'Bia' } })
  const unknown = await add()
  const ghost = await add({ phone: null })
  const unasked = await add({ marketing: 'unknown' })
  const denied = await add({ marketing: 'denied' })
  const blocked = await add({ blockedAt: new Date(), marketing: 'denied' })
  const american = await add({ phone: '12125550147' })
  const canadian = await add({ phone: '14165550147' })
  const suppressed = await add()
  const further = await add()
  await deps.database.db.insert(contactPoints).values({
    ...{ companyId: company.id, id: newId(), contactId: further.id, kind: 'phone', value: '5581977776655' },
  })
  await suppressions.suppress(
    systemCtx(deps, 'test'),
    company.id,
    [
      { kind: 'phone', value: suppressed.phone ?? '' },
      { kind: 'phone', value: '+55 81 97777-6655' },
    ],
    'opt_out',
  )
  const all = [kept, unknown, unasked, ghost, denied, blocked, american, canadian, suppressed, further].map(
    ({ id }) => id,
  )
  const result = await preview({ sources: source(...all) })
  expect(reasons(result)).toEqual({
    ...{ no_identity: 1, suppressed: 2, blocked: 1, opted_out: 1, no_consent: 1, marketing_not_delivered: 1 },
  })
  expect(result).toMatchObject({ matched: 10, duplicates: 0, willSend: 3, exact: true })
  const strict = await preview({ sources: source(kept.id, unknown.id) }, { action: 'skip' })
  expect(reasons(strict)).toEqual({ value_missing: 1 })
})

test('counts whoever several sources name once, and leaves out who is excluded', async () => {
  const { add, list, enlist, preview } = await setUp('UTILITY')
  const [one, two, three] = [await add({ marketing: 'denied' }), await add(), await add({ name: 'Caio' })]
  await enlist(one.id, two.id)
  const filter = { value: 'AND', children: [{ field: 'name', operator: 'LIKE', value: 'a' }] }
  const sources = [{ kind: 'lists', ids: [list.id] }, { kind: 'filter', filter }, ...source(three.id)]
  expect(await preview({ sources })).toMatchObject({ matched: 6, duplicates: 3, willSend: 3, excluded: [] })
  const without = await preview({ sources, exclusions: { lists: [list.id] } })
  expect(reasons(without)).toEqual({ excluded: 2 })
  expect(without.willSend).toBe(1)
  const foreign = await preview({ sources, exclusions: { countries: ['PT'] } })
  expect(reasons(foreign)).toEqual({ country_not_allowed: 3 })
})

test('takes segments for an audience, and leaves others out', async () => {
  const { company, add, preview } = await setUp('UTILITY')
  for (const name of ['Ana', 'Ana Maria', 'Caio']) await add({ name })
  const segment = async (value: string) => {
    const id = newId()
    const filter = { value: 'AND' as const, children: [{ field: 'name', operator: 'LIKE' as const, value }] }
    await server.deps.database.db.insert(segments).values({ companyId: company.id, id, name: value, filter })
    return id
  }
  const sources = [{ kind: 'segments', ids: [await segment('Ana')] }]
  expect(await preview({ sources })).toMatchObject({ matched: 2, willSend: 2 })
  const without = await preview({ sources, exclusions: { segments: [await segment('Maria')] } })
  expect([reasons(without), without.willSend]).toEqual([{ excluded: 1 }, 1])
})

test('holds out a share of the audience, the same one each time', async () => {
  const { add, preview } = await setUp('UTILITY')
  const ids: string[] = []
  for (let n = 0; n < 200; n++) ids.push((await add()).id)
  const result = await preview({ sources: source(...ids), holdoutPercent: 20 })
  expect(result.willSend + (reasons(result)['holdout'] ?? 0)).toBe(200)
  expect(reasons(result)['holdout']).toBeGreaterThan(15)
  expect(reasons(result)['holdout']).toBeLessThan(70)
})
