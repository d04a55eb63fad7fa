import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { foldAll, startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { type CampaignHome, campaignsOf, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

// What the pre-flight says beforehand is compared with what became of ten campaigns.

let world: WhatsappWorld
let running: { stop: () => Promise<void> }[] = []
beforeAll(async () => {
  world = await startWhatsappWorld()
  running = [startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 })]
})
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  await world.forgetSends()
  await world.close()
})

type Person = Awaited<ReturnType<ReturnType<typeof campaignsOf>['people']>>[number]
type Made = { home: CampaignHome; people: Person[]; listId: string }
type Case = {
  name: string
  category?: 'MARKETING' | 'UTILITY'
  audience?: (made: Made) => object
  schedule?: object
  /** Of those who get it, how many in a hundred do. */
  delivered?: number
}

const all = ({ people }: Made) => ({ kind: 'contacts', ids: people.map(({ id }) => id) })
const list = ({ listId }: Made) => ({ kind: 'lists', ids: [listId] })
const named = { kind: 'filter', filter: { value: 'AND', children: [{ field: 'name', operator: 'LIKE', value: '1' }] } }

const cases: Case[] = [
  { name: 'chosen contacts', delivered: 100 },
  { name: 'a list', audience: (made) => ({ sources: [list(made)] }) },
  { name: 'contacts that match conditions', audience: () => ({ sources: [named] }) },
  { name: 'several sources that share people', audience: (made) => ({ sources: [all(made), list(made), named] }) },
  { name: 'marketing, which needs consent', category: 'MARKETING' },
  {
    name: 'marketing without a list',
    category: 'MARKETING',
    audience: (made) => ({ sources: [all(made)], exclusions: { lists: [made.listId] } }),
  },
  { name: 'one country', audience: (made) => ({ sources: [all(made)], exclusions: { countries: ['BR'] } }) },
  { name: 'a control group', audience: (made) => ({ sources: [all(made)], holdoutPercent: 20 }) },
  { name: 'a slow pace', schedule: { perSecond: 40 }, delivered: 90 },
  { name: 'a start that doubles each hour', schedule: { ramp: { firstHour: 50_000 }, perDay: 5000 }, delivered: 90 },
]

/** Sixty people, of whom some agreed to marketing, some live in Portugal and twenty are on a list. */
const setUp = async (category: string): Promise<Made> => {
  const { db } = world.deps.database
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  await db.update(templates).set({ category }).where(eq(templates.companyId, home.company.id))
  const people = await campaigns.people(home, 60)
  for (const [place, { id, phone }] of people.entries()) {
    if (place % 10 === 0) await db.update(contacts).set({ marketing: 'denied' }).where(eq(contacts.id, id))
    if (place % 10 === 5) await db.update(contacts).set({ marketing: 'unknown' }).where(eq(contacts.id, id))
    if (place % 6 === 1)
      await db
        .update(contacts)
        .set({ phone: `3519${phone.slice(-8)}` })
        .where(eq(contacts.id, id))
  }
  const listId = newId()
  await db.insert(contactLists).values({ companyId: home.company.id, id: listId, name: 'News' })
  const member = { companyId: home.company.id, listId, source: 'manual' as const }
  await db.insert(contactListMembers).values(people.slice(0, 20).map(({ id }) => ({ ...member, contactId: id })))
  return { home, people, listId }
}

/** As if WhatsApp had said of so many messages in a hundred that they were delivered, and charged them. */
const deliver = (campaignId: string, percent: number) =>
  world.deps.database.db.execute(sql`
    update messages m set status = 'delivered', delivered_at = now(), pricing_type = 'regular',
      pricing_category = lower(m.payload -> 'template' ->> 'category')
    from (select id, percent_rank() over (order by id) as place from messages where campaign_id = ${campaignId}) p
    where m.id = p.id and p.place * 100 <= ${percent}`)

test.each(cases)('who gets it and what it costs is as foreseen: $name', async (given) => {
  const { category = 'UTILITY', audience = (made) => ({ sources: [all(made)] }), schedule = {}, delivered = 95 } = given
  const made = await setUp(category)
  const { home } = made
  const { id, version } = await draft(home, made.people, schedule)
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, { version, audience: audience(made) })
  expect(changed.statusCode, changed.body).toBe(200)
  const foreseen: Preflight = (await home.browser.post(`/api/v1/campaigns/${id}/preflight`, {})).json()
  expect(foreseen.blocking).toEqual([])
  await launch(home.browser, changed.json())
  await inState(home.browser, id, 'completed')
  const reached = await campaignsOf(world).reached(home)
  expect(reached).toHaveLength(foreseen.waterfall.willSend)
  await deliver(id, delivered)
  await foldAll(world.deps)
  const { waterfall, counts, cost } = await readCampaign(home.browser, id)
  expect(waterfall).toEqual(foreseen.waterfall)
  expect(counts).toMatchObject({ recipients: foreseen.waterfall.willSend, sent: foreseen.waterfall.willSend })
  expect(foreseen.cost.low).toBeGreaterThan(0)
  expect(cost.actual).toBeGreaterThanOrEqual(foreseen.cost.low - 0.01)
  expect(cost.actual).toBeLessThanOrEqual(foreseen.cost.high + 0.01)
})
