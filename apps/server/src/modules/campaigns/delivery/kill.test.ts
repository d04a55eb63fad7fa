import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { campaignsOf, inState, launch, readCampaign, testDraft } from '#server/test/campaign-runs.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'

let world: WhatsappWorld
let dataDir: string
beforeAll(async () => {
  world = await startWhatsappWorld({ UNKNOWN_SETTLE_SECONDS: '3' })
  dataDir = await mkdtemp(join(inject('folder'), 'campaigns-'))
})
afterAll(async () => {
  await world.forgetSends()
  await world.close()
})

const KILLS = 4
const PEOPLE = 60
/** Processes start one after the other, each with all of the product. */
const MOST_MS = 900_000

/** Works on campaigns and sends in a process that is killed at some statement. */
const workAndDie = async (from = 30, to = 160) => {
  const args = [await testDatabaseUrl(), dataDir, world.sandbox.graphUrl, String(randomInt(from, to))]
  const child = startProgram('campaign-process', args)
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  await world.deps.database.pool.query('update leases set until = now()')
}

test(
  'a test of variants whose process is killed during the wait and at the decision has one winner, and reaches everyone once',
  async () => {
    const campaigns = campaignsOf(world)
    const home = await campaigns.home({ throughput: 60 })
    const people = await campaigns.people(home, PEOPLE)
    const campaign = await testDraft(home, people, { rule: 'best' }, { perSecond: 60, stops: { failures: null } })
    await launch(home.browser, campaign)
    const { db } = world.deps.database
    const stateOf = async () => (await readCampaign(home.browser, campaign.id)).test?.state
    while ((await stateOf()) === 'sending') await workAndDie()
    await workAndDie(20, 40)
    await db.execute(sql`update campaigns set test_ends_at = now(), wake_at = now() where id = ${campaign.id}`)
    for (let n = 0; n < KILLS / 2; n++) await workAndDie(20, 60)
    const running = [startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 })]
    const done = await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
    await Promise.all(running.map((one) => one.stop()))
    await foldAll(world.deps)

    expect((await world.control.log()).repeated).toEqual([])
    const winner = done.test?.decision?.variant === 'A' ? 0 : 1
    const { rows } = await db.execute<{ variant: number; contacts: number; messages: number }>(sql`
      select m.campaign_variant as variant, count(distinct m.contact_id)::int as contacts, count(*)::int as messages
      from messages m join campaign_recipients r on r.company_id = m.company_id and r.message_id = m.id
      where m.campaign_id = ${campaign.id} and r.wave = 1 group by 1`)
    expect(rows).toEqual([{ variant: winner, contacts: done.test?.rest, messages: done.test?.rest }])
    const { counts } = await readCampaign(home.browser, campaign.id)
    const { recipients, queued, sent, delivered, read, failed, skipped } = counts
    expect({ recipients, queued, sent, delivered, read, failed, skipped }).toEqual(await campaigns.recount(campaign.id))
    expect(queued).toBe(PEOPLE)
    const { rows: choices } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from jobs where name = 'product_notifications.campaign_winner_chosen'
        and input ->> 'payloads' like ${`%${campaign.id}%`}`)
    expect(choices[0]?.n).toBe(1)
  },
  MOST_MS,
)
