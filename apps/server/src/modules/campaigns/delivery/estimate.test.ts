import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompanyCtx, inTransaction, systemCtx } from '#server/context.ts'
import { lockCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { act, campaignsOf, draft, inState, launch, readCampaign } from '#server/test/campaign-runs.ts'
import { eventually, startWhatsappWorld, type WhatsappWorld } from '#server/test/whatsapp-world.ts'
import { foldAll, startEngine } from './engine.ts'
import { estimateFinish } from './steps/estimate.ts'

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

test('a campaign that is slower than foreseen is expected to finish later, by what was measured', async () => {
  const campaigns = campaignsOf(world)
  const home = await campaigns.home({ throughput: 20 })
  const campaign = await draft(home, await campaigns.people(home, 400))
  await launch(home.browser, campaign)
  await eventually(async () => (await campaigns.reached(home)).length > 20)
  await act(home.browser, campaign.id, 'pause')
  await inState(home.browser, campaign.id, 'paused')
  await foldAll(world.deps)
  const { counts } = await readCampaign(home.browser, campaign.id)
  const company = {
    ...{ id: home.company.id, name: '', timezone: 'America/Recife', accessBlocks: [] },
    member: { role: 'admin' as const, grants: [], visibility: 'all' as const },
  }
  const ctx: CompanyCtx = { ...systemCtx(world.deps, 'test'), company }
  const row = await inTransaction(ctx, (tx) => lockCampaign(tx, campaign.id))
  const now = world.deps.now().getTime()
  const hundredSeconds = { at: now - 100_000, released: 0 }
  expect(await estimateFinish(ctx, row, { at: now - 1000, released: 0 })).toEqual({ at: now - 1000, released: 0 })
  expect((await estimateFinish(ctx, row, hundredSeconds)).released).toBe(counts.queued)
  const { finishEstimate } = await readCampaign(home.browser, campaign.id)
  const seconds = (new Date(finishEstimate ?? 0).getTime() - now) / 1000
  const expected = counts.pending / (counts.queued / 100)
  expect(seconds / expected).toBeGreaterThan(0.95)
  expect(seconds / expected).toBeLessThan(1.05)
})
