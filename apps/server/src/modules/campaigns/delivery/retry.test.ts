import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { act, campaignsOf, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'

let world: WhatsappWorld
let running: { stop: () => Promise<void> }[] = []
beforeEach(async () => {
  world = await startWhatsappWorld()
})
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()))
  running = []
  await world.forgetSends()
  await world.close()
})

test('who failed for a passing reason gets another message once, and others do not', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const people = await campaigns.people(home, 12)
  const campaign = await draft(home, people)
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, campaign)
  await inState(home.browser, campaign.id, 'completed')
  const fail = (ids: readonly string[], errorClass: string, code: number) =>
    world.deps.database.db.execute(sql`
      update messages set status = 'failed', error_class = ${errorClass}, error_code = ${code}
      where campaign_id = ${campaign.id} and contact_id = any(${sql.param([...ids])}::uuid[])`)
  const ids = people.map(({ id }) => id)
  await fail(ids.slice(0, 3), 'transient', 131000)
  await fail(ids.slice(3, 5), 'permanent_recipient', 131026)
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toMatchObject({ queued: 12, sent: 12, failed: 5 })

  const path = `/api/v1/campaigns/${campaign.id}/retry`
  expect((await home.browser.get(path)).json()).toMatchObject({
    classes: [
      { errorClass: 'transient', count: 3, retryable: true },
      { errorClass: 'permanent_recipient', count: 2, retryable: false },
    ],
    cost: { currency: 'BRL' },
  })
  const never = await home.browser.post(path, { classes: ['permanent_recipient'], expected: 2 })
  expect(never.json().code).toBe('validation_failed')
  const other = await home.browser.post(path, { classes: ['transient'], expected: 2 })
  expect([other.statusCode, other.json().code]).toEqual([409, 'conflict'])
  expect(await act(home.browser, campaign.id, 'retry', { classes: ['transient'], expected: 3 })).toEqual({ count: 3 })

  await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  await foldAll(world.deps)
  const { counts } = await readCampaign(home.browser, campaign.id)
  expect(counts).toMatchObject({ recipients: 12, pending: 0, queued: 12, sent: 12, failed: 2 })
  const { recipients, queued, sent, delivered, read, failed, skipped } = counts
  expect({ recipients, queued, sent, delivered, read, failed, skipped }).toEqual(await campaigns.recount(campaign.id))
  // Others fail once the clock of the server has been set back an hour: they are tried all the same.
  await world.deps.database.db.execute(sql`
    update campaign_waves set cursor_at = now() + interval '1 hour' where campaign_id = ${campaign.id} and wave = 2`)
  await fail(ids.slice(5, 7), 'transient', 131000)
  await foldAll(world.deps)
  expect(await act(home.browser, campaign.id, 'retry', { classes: ['transient'], expected: 2 })).toEqual({ count: 2 })
  await inState(home.browser, campaign.id, 'completed', 'completed_with_errors')
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toEqual(counts)
  // What WhatsApp says late of a first message changes nothing: the second one counts.
  await world.deps.database.db.execute(sql`
    update messages set status = 'delivered', delivered_at = now(), read_at = now(), error_class = null, error_code = null
    where campaign_id = ${campaign.id} and id not in (select message_id from campaign_recipients where campaign_id = ${campaign.id})`)
  await foldAll(world.deps)
  expect((await readCampaign(home.browser, campaign.id)).counts).toEqual(counts)
  // Each message of a first try stays in its conversation beside that of the second.
  const { rows } = await world.deps.database.db.execute<{ n: number }>(sql`
    select count(*)::int as n from messages where campaign_id = ${campaign.id} group by contact_id order by 1`)
  expect(rows.map(({ n }) => n)).toEqual([...Array(7).fill(1), 2, 2, 2, 2, 2])
})
