import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '#server/lib/ids.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { campaignsOf, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'
import { noteAnswers } from './queries/answers.ts'

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

test('who was left out at random and writes within three days of the start counts once', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home()
  const made = await draft(home, await campaigns.people(home, 60))
  const changed = await home.browser.patch(`/api/v1/campaigns/${made.id}`, {
    version: made.version,
    audience: { ...made.audience, holdoutPercent: 50 },
  })
  running.push(startEngine(world.deps), startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30 }))
  await launch(home.browser, changed.json())
  await inState(home.browser, made.id, 'completed')
  await foldAll(world.deps)
  const { startedAt, counts } = await readCampaign(home.browser, made.id)
  const { rows } = await world.deps.database.db.execute<{ id: string }>(sql`
    select contact_id as id from campaign_recipients where campaign_id = ${made.id} and skip_reason = 'holdout'
    order by contact_id`)
  expect(rows.length + counts.sent).toBe(60)
  const [one, other, late, early] = rows
  const writes = (contact: { id: string } | undefined, hours: number, companyId = home.company.id) =>
    noteAnswers(world.deps.database, [
      {
        ...{ companyId, contactId: contact?.id ?? '', messageId: randomUUID(), replyToWamid: null, button: null },
        at: new Date(Date.parse(startedAt ?? '') + hours * 3_600_000),
      },
    ])
  const wrote = async () => {
    const found = await world.deps.database.db.execute<{ n: number }>(sql`
      select coalesce(sum(n), 0)::int as n from campaign_counts
      where campaign_id = ${made.id} and measure = 'holdout_wrote'`)
    return found.rows[0]?.n
  }
  await writes(early, -1)
  await writes(late, 73)
  await writes(one, 1, newId())
  expect(await wrote()).toBe(0)
  expect(await writes(one, 1)).toMatchObject([{ companyId: home.company.id, campaignId: made.id }])
  await writes(one, 2)
  await writes(other, 71)
  expect(await wrote()).toBe(2)
})
