import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { toWallClock } from '#server/lib/zone.ts'
import { foldAll, workOn } from '#server/modules/campaigns/delivery/engine.ts'
import { findWork } from '#server/modules/campaigns/delivery/queries/work.ts'
import { newPace } from '#server/modules/campaigns/delivery/steps/run.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { type CampaignHome, campaignsOf, draft, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'

// What the pre-flight says beforehand is compared with what became of ten campaigns, which go by a clock that the test moves.

let world: WhatsappWorld
let sender: { stop: () => Promise<void> }
beforeAll(async () => {
  world = await startWhatsappWorld()
  sender = startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 })
})
afterAll(async () => {
  await sender.stop()
  await world.forgetSends()
  await world.close()
})

type Person = Awaited<ReturnType<ReturnType<typeof campaignsOf>['people']>>[number]
type Made = { home: CampaignHome; people: Person[]; listId: string }
type Case = {
  name: string
  category?: 'MARKETING' | 'UTILITY'
  audience?: (made: Made) => object
  schedule?: (timezone: string) => object
  /** Of the portfolio. */
  limit?: string
  numbers?: number
  /** Of those who get it, how many in a hundred do. */
  delivered?: number
}

const all = ({ people }: Made) => ({ kind: 'contacts', ids: people.map(({ id }) => id) })
const list = ({ listId }: Made) => ({ kind: 'lists', ids: [listId] })
const named = { kind: 'filter', filter: { value: 'AND', children: [{ field: 'name', operator: 'LIKE', value: '1' }] } }

const clockIn = (zone: string, minutes: number) =>
  toWallClock(new Date(Date.now() + minutes * 60_000), zone)
    .toISOString()
    .slice(11, 16)
/** Quiet from in half an hour for some hours. */
const quiet = (zone: string, from: 'company' | 'recipient' = 'company') => ({
  ...{ enabled: true, from: clockIn(zone, 30), to: clockIn(zone, 8 * 60), sundays: false, zone: from },
})

const cases: Case[] = [
  { name: 'chosen contacts at a slow pace', delivered: 100, schedule: () => ({ perSecond: 4 }) },
  {
    name: 'a list, and a start that doubles each hour',
    audience: (made) => ({ sources: [list(made)] }),
    schedule: () => ({ ramp: { firstHour: 10 } }),
  },
  {
    name: 'contacts that match conditions, and a few a day',
    audience: () => ({ sources: [named] }),
    schedule: () => ({ perDay: 9 }),
  },
  {
    name: 'several sources that share people, and a night on the way',
    audience: (made) => ({ sources: [all(made), list(made), named] }),
    schedule: (timezone) => ({ ramp: { firstHour: 20 }, quietHours: quiet(timezone) }),
  },
  { name: 'marketing, which needs consent, and a limit of the portfolio', category: 'MARKETING', limit: 'TIER_20' },
  {
    name: 'marketing without a list, by two numbers',
    category: 'MARKETING',
    audience: (made) => ({ sources: [all(made)], exclusions: { lists: [made.listId] } }),
    numbers: 2,
    schedule: () => ({ perSecond: 1 }),
  },
  {
    name: 'one country, whose night it becomes',
    audience: (made) => ({ sources: [all(made)], exclusions: { countries: ['BR'] } }),
    schedule: () => ({ ramp: { firstHour: 10 }, quietHours: quiet('Europe/Lisbon', 'recipient') }),
  },
  {
    name: 'a control group, and a limit with a night on the way',
    audience: (made) => ({ sources: [all(made)], holdoutPercent: 20 }),
    limit: 'TIER_20',
    schedule: (timezone) => ({ quietHours: { ...quiet(timezone), to: clockIn(timezone, 90) } }),
  },
  {
    name: 'two numbers and a few a day',
    numbers: 2,
    schedule: () => ({ perDay: 40 }),
    delivered: 90,
  },
  {
    name: 'a start that doubles each hour within what a day allows',
    schedule: () => ({ ramp: { firstHour: 10 }, perDay: 45 }),
    delivered: 90,
  },
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

/** The campaign by as many numbers, with a limit of their portfolio. */
const byNumbers = async ({ company, channel }: CampaignHome, campaign: Campaign, { numbers = 1, limit }: Case) => {
  const { db } = world.deps.database
  const more = Array.from({ length: numbers - 1 }, () => {
    const { id: phoneNumberId, displayPhoneNumber: phone } = world.takeNumber()
    return { ...channel, id: newId(), phoneNumberId, phone }
  })
  if (more.length > 0) await db.insert(channels).values(more)
  if (limit) await db.update(channels).set({ messagingLimit: limit }).where(eq(channels.companyId, company.id))
  const ids = [channel.id, ...more.map(({ id }) => id)]
  return { ...campaign.content, channels: ids.map((channelId) => ({ channelId, weight: 1 })) }
}

/**
 * Lets time pass for a campaign in small steps, in each of which all is done that is due, until it ends. Answers when its
 * clock began, as a busy machine takes long to launch it.
 */
const runOnClock = async (
  { browser }: CampaignHome,
  { id, schedule }: Campaign,
  finishesAt: number,
): Promise<number> => {
  const begun = Date.now()
  let at = begun
  const deps = { ...world.deps, now: () => new Date(at) }
  const signal = new AbortController().signal
  const pace = newPace(deps.now())
  const part = (finishesAt - at) / 25
  // No more gathers than may leave in a second.
  const step = schedule.perSecond === null ? part : Math.min(part, 1000)
  const end = at + 3 * (finishesAt - at)
  for (let wakes: number | null = null; at < end; at = Math.max(wakes ?? 0, at + (wakes ? 0 : step))) {
    for (let n = 0; n < 2; n++) {
      for (const work of await findWork(deps)) if (work.id === id) await workOn(deps, work, pace, signal)
      await eventually(
        async () => (await deps.database.db.execute(sql`select 1 from outbound_sends limit 1`)).rows.length === 0,
      )
    }
    const { state, resumesAt } = await readCampaign(browser, id)
    if (state === 'completed') break
    wakes = resumesAt === null ? null : Date.parse(resumesAt)
  }
  return begun
}

test.each(cases)('who gets it, what it costs and when it ends is as foreseen: $name', async (given) => {
  const { category = 'UTILITY', audience = (made) => ({ sources: [all(made)] }), schedule, delivered = 95 } = given
  const made = await setUp(category)
  const { home } = made
  await world.deps.database.db.execute(sql`delete from portfolio_reaches`)
  const campaign = await draft(home, made.people, schedule?.(home.company.timezone))
  const { id, version } = campaign
  const content = await byNumbers(home, campaign, given)
  const changed = await home.browser.patch(`/api/v1/campaigns/${id}`, { version, audience: audience(made), content })
  expect(changed.statusCode, changed.body).toBe(200)
  const foreseen: Preflight = (await home.browser.post(`/api/v1/campaigns/${id}/preflight`, {})).json()
  expect(foreseen.blocking).toEqual([])
  const foreseenAt = Date.now()
  const finishesAt = Date.parse(foreseen.finishesAt)
  const begun = await runOnClock(home, await launch(home.browser, changed.json()), finishesAt)
  const reached = await campaignsOf(world).reached(home)
  expect(reached).toHaveLength(foreseen.waterfall.willSend)
  await deliver(id, delivered)
  await foldAll(world.deps)
  const { waterfall, counts, cost, state, finishedAt } = await readCampaign(home.browser, id)
  expect(state).toBe('completed')
  expect(waterfall).toEqual(foreseen.waterfall)
  const late = (Date.parse(finishedAt ?? '') - begun) / (finishesAt - foreseenAt) - 1
  expect(Math.abs(late)).toBeLessThan(0.1)
  expect(counts).toMatchObject({ recipients: foreseen.waterfall.willSend, sent: foreseen.waterfall.willSend })
  expect(foreseen.cost.low).toBeGreaterThan(0)
  expect(cost.actual).toBeGreaterThanOrEqual(foreseen.cost.low - 0.01)
  expect(cost.actual).toBeLessThanOrEqual(foreseen.cost.high + 0.01)
})
