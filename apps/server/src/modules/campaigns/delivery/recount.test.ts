import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { draft, launch } from '#server/test/campaign-runs.ts'
import { recountAcrossCompanies } from './steps/recount.ts'

let world: FaultWorld
beforeAll(async () => {
  world = await startFaultWorld()
})
afterAll(() => world.close())

const atNight = () => recountAcrossCompanies(systemCtx(world.deps, 'test'), new AbortController().signal)

test('sums that went wrong are right again the next morning, and those of an erased person stay', async () => {
  const { db } = world.deps.database
  world.work()
  const home = await world.home()
  const runs = []
  for (const count of [6, 4]) {
    const people = await world.people(home, count)
    const campaign = await launch(home.browser, await draft(home, people))
    await world.done(home, campaign)
    runs.push({ campaign, people })
  }
  const [wrong, erased] = runs
  if (!wrong || !erased) throw new Error('no campaigns')
  const before = await world.sums(home, wrong.campaign)
  expect(before).toMatchObject({ recipients: 6, queued: 6, sent: 6, failed: 0, skipped: 0 })
  await db.execute(
    sql`update campaign_counts set n = n + 2 where campaign_id = ${wrong.campaign.id} and measure = 'sent'`,
  )
  await db.execute(sql`delete from campaign_counts where campaign_id = ${wrong.campaign.id} and measure = 'queued'`)
  await atNight()
  expect(await world.sums(home, wrong.campaign)).toEqual(before)

  const kept = await world.sums(home, erased.campaign)
  const [gone] = erased.people
  await db.execute(sql`update contacts set erased_at = now(), deleted_at = now() where id = ${gone?.id}`)
  await db.execute(sql`delete from messages where contact_id = ${gone?.id}`)
  await atNight()
  const { counts } = (await home.browser.get(`/api/v1/campaigns/${erased.campaign.id}`)).json()
  expect(counts).toEqual(kept)
})
