import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { newId } from '#server/lib/ids.ts'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { type CampaignHome, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { createConversation, eventually, findMessage } from '#server/test/whatsapp-world.ts'

let world: FaultWorld
beforeAll(async () => {
  world = await startFaultWorld({ LOG_LEVEL: 'warn' })
})
afterEach(() => world.rest())
afterAll(() => world.close())

/** The limit of the portfolio that all numbers of this world are in. */
const setLimit = async (messagingLimit: string | null) => {
  const rows = await world.deps.database.db.update(channels).set({ messagingLimit }).returning({ id: channels.id })
  for (const { id } of rows) world.deps.bus.publish('channel.changed', { channelId: id })
}

const people = async (home: CampaignHome, count: number) => {
  const some = await world.people(home, count)
  return { some, phones: some.map(({ phone }) => phone).toSorted() }
}

const waitsForPlaces = (home: CampaignHome, { id }: Campaign) =>
  eventually(async () => (await inState(home.browser, id, 'paused', 'running')).pauseReason === 'limit_reached')

test('four campaigns of two companies in one portfolio come out even each day, and everyone is reached once', async () => {
  const homes = [await world.home(), await world.home()]
  const runs: { home: CampaignHome; campaign: Campaign; phones: string[] }[] = []
  await setLimit('TIER_50')
  for (const home of [...homes, ...homes]) {
    const { some, phones } = await people(home, 30)
    runs.push({ home, phones, campaign: await launch(home.browser, await draft(home, some)) })
  }
  world.work()
  const takenOf = async ({ home, phones }: (typeof runs)[number]) => {
    const got = new Set(await world.phones(home))
    return phones.filter((phone) => got.has(phone)).length
  }
  // 49 of 50 a day: one place is kept for chats.
  for (const [day, least, most] of [
    [1, 12, 13],
    [2, 24, 25],
  ] as const) {
    await eventually(async () => {
      const taken = await Promise.all(runs.map(takenOf))
      return taken.reduce((sum, n) => sum + n, 0) === day * 49
    })
    for (const { home, campaign } of runs) await waitsForPlaces(home, campaign)
    const taken = await Promise.all(runs.map(takenOf))
    expect(taken.reduce((sum, n) => sum + n, 0)).toBe(day * 49)
    for (const n of taken) {
      expect(n).toBeGreaterThanOrEqual(least)
      expect(n).toBeLessThanOrEqual(most)
    }
    await world.passHours(25)
  }
  for (const { home, campaign } of runs) {
    await world.done(home, campaign)
    expect(await world.sums(home, campaign)).toMatchObject({ recipients: 30, queued: 30, failed: 0, skipped: 0 })
  }
  for (const home of homes) {
    const own = runs.filter((run) => run.home === home).flatMap(({ phones }) => phones)
    expect(await world.phones(home)).toEqual(own.toSorted())
  }
})

const say = async (home: CampaignHome, conversationId: string): Promise<string> => {
  const template = { name: 'news', language: 'pt_BR', values: { 'body.1': 'Bia' } }
  const path = `/api/v1/conversations/${conversationId}/messages`
  const answer = await home.browser.post(path, { type: 'template', clientKey: newId(), template })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}

const fateOf = (home: CampaignHome, id: string) =>
  eventually(async () => {
    const message = await findMessage(world.deps, home.company.id, id)
    return message && message.status !== 'queued' && message.status !== 'sending' && message
  })

test('a chat has places of the limit that campaigns leave, and is refused clearly once none is left', async () => {
  const home = await world.home()
  await setLimit('TIER_50')
  const { some, phones } = await people(home, 60)
  const campaign = await launch(home.browser, await draft(home, some))
  world.work()
  await waitsForPlaces(home, campaign)
  await eventually(async () => (await world.phones(home)).length === 49)
  const talk = (windowOpen: boolean) => createConversation(world.deps, home.channel, { windowOpen })
  const [first, second, answered] = [await talk(false), await talk(false), await talk(true)]
  expect((await fateOf(home, await say(home, first.id))).errorClass).toBeNull()
  const refused = await fateOf(home, await say(home, second.id))
  expect(refused).toMatchObject({ status: 'failed', errorClass: 'limit', errorDetails: 'limit_reached', wamid: null })
  // Who was reached today takes no other place, and who wrote takes none.
  expect((await fateOf(home, await say(home, first.id))).errorClass).toBeNull()
  expect((await fateOf(home, await say(home, answered.id))).errorClass).toBeNull()
  const { rows } = await world.deps.database.db.execute<{ n: number }>(
    sql`select count(*)::int as n from portfolio_reaches`,
  )
  expect(rows[0]?.n).toBe(50)
  await world.passHours(25)
  await world.done(home, campaign)
  const own = (await world.phones(home)).filter((phone) => phones.includes(phone))
  expect(own).toEqual(phones)
  expect(await world.sums(home, campaign)).toMatchObject({ recipients: 60, queued: 60, failed: 0 })
})

test('a limit that is lowered meanwhile stops a campaign, and it goes on alone once there are places again', async () => {
  const home = await world.home({ throughput: 20 })
  await setLimit('TIER_2K')
  const { some, phones } = await people(home, 120)
  const campaign = await launch(home.browser, await draft(home, some, { perSecond: 20 }))
  world.work()
  await eventually(async () => (await world.phones(home)).length >= 25)
  await setLimit('TIER_20')
  await waitsForPlaces(home, campaign)
  // What had its place leaves yet.
  await eventually(async () => {
    const { rows } = await world.deps.database.db.execute<{ n: number }>(
      sql`select count(*)::int as n from outbound_sends`,
    )
    return rows[0]?.n === 0
  })
  expect((await world.phones(home)).length).toBeLessThan(120)
  await setLimit('TIER_2K')
  await world.passHours(25)
  await world.done(home, campaign)
  expect(await world.phones(home)).toEqual(phones)
  expect(await world.sums(home, campaign)).toMatchObject({ recipients: 120, queued: 120, failed: 0 })
})

test('a campaign that has had its messages of the day leaves its part of the limit to the others', async () => {
  const home = await world.home()
  await setLimit('TIER_50')
  const [own, other] = [await people(home, 40), await people(home, 45)]
  const capped = await launch(home.browser, await draft(home, own.some, { perDay: 5 }))
  const free = await launch(home.browser, await draft(home, other.some))
  world.work()
  await waitsForPlaces(home, free)
  const got = new Set(
    await eventually(async () => {
      const phones = await world.phones(home)
      return phones.length === 49 && phones
    }),
  )
  const reached = (phones: readonly string[]) => phones.filter((phone) => got.has(phone)).length
  expect([reached(own.phones), reached(other.phones)]).toEqual([5, 44])
  expect((await readCampaign(home.browser, capped.id)).state).toBe('running')
})

test('an account that is not known to be in a portfolio has its limit counted all the same', async () => {
  const home = await world.home()
  await setLimit(null)
  await world.deps.database.db
    .update(channels)
    .set({ messagingLimit: 'TIER_20' })
    .where(eq(channels.id, home.channel.id))
  const { some } = await people(home, 25)
  const campaign = await launch(home.browser, await draft(home, some))
  world.work()
  await waitsForPlaces(home, campaign)
  await eventually(async () => (await world.phones(home)).length === 19)
})
