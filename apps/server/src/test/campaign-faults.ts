import type { AddressInfo } from 'node:net'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { CompanyCtx, Deps } from '#server/context.ts'
import { systemCtx } from '#server/context.ts'
import { foldAll, startEngine } from '#server/modules/campaigns/delivery/engine.ts'
import { recount } from '#server/modules/campaigns/delivery/steps/recount.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { type CampaignHome, campaignsOf, inState, readCampaign } from './campaign-runs.ts'
import { startWhatsappWorld, type WhatsappWorld } from './whatsapp-world.ts'

// Campaigns to which something happens on their way, told by what the stand-in's phones got.

const companyCtx = (deps: Deps, id: string): CompanyCtx => {
  const member = { role: 'admin' as const, grants: [], visibility: 'all' as const }
  return { ...systemCtx(deps, 'test'), company: { id, name: '', timezone: 'UTC', accessBlocks: [], member } }
}

/** Phones of a company's contacts that messages came to, once for each message. */
const phonesOf = async (world: WhatsappWorld, { company }: CampaignHome): Promise<string[]> => {
  const { rows } = await world.deps.database.db.execute<{ phone: string }>(sql`
    select phone from contacts where company_id = ${company.id}`)
  const own = new Set(rows.map(({ phone }) => phone))
  const messages = await world.control.messages({ limit: 20_000 })
  const phones = messages.flatMap((one) => (one.direction === 'out' ? [String(one.message['to'])] : []))
  return phones.filter((phone) => own.has(phone)).toSorted()
}

/** Lets hours pass for what counts or waits by them, on a clock that tests cannot wait for. */
const passHours = async ({ deps }: WhatsappWorld, hours: number): Promise<void> => {
  const by = sql`make_interval(hours => ${hours})`
  const { db } = deps.database
  await db.execute(sql`update portfolio_reaches set at = at - ${by}`)
  // By way of the far future, since each hour is there once.
  await db.execute(sql`update campaign_counts set hour = hour + interval '100 years'`)
  await db.execute(sql`update campaign_counts set hour = hour - interval '100 years' - ${by}`)
  await db.execute(sql`update campaign_recipients set not_before = not_before - ${by}`)
  await db.execute(sql`update campaign_waves set cursor_at = cursor_at - ${by}, opens_at = opens_at - ${by}`)
  await db.execute(
    sql`update campaigns set wake_at = wake_at - ${by}, starts_at = starts_at - ${by}, started_at = started_at - ${by}`,
  )
}

/** A world whose statuses come back, with what works on campaigns; `close` ends all of it. */
export const startFaultWorld = async (environment: Record<string, string> = {}, databaseUrl?: Promise<string>) => {
  const world = await startWhatsappWorld({ UNKNOWN_SETTLE_SECONDS: '3', ...environment }, {}, databaseUrl)
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.app.server.address() as AddressInfo
  await world.control.settings({ callbackUrl: `http://127.0.0.1:${port}/webhooks/whatsapp`, windowCheck: false })
  const processor = startProcessor(world.deps)
  let working: { stop: () => Promise<void> }[] = []
  const work = () => {
    working.push(
      startEngine(world.deps),
      startSender(world.deps, { sweepMs: 50, ownershipSeconds: 30, timeoutMs: 1500 }),
    )
  }
  const stop = async () => {
    const some = working
    working = []
    await Promise.all(some.map((one) => one.stop()))
  }
  return {
    ...world,
    ...campaignsOf(world),
    phones: (home: CampaignHome) => phonesOf(world, home),
    passHours: (hours: number) => passHours(world, hours),
    work,
    /** Ends what works on campaigns, as when a process stops. */
    stop,
    /** Ends what the stand-in was told to do wrong. */
    calm: async () => {
      await world.control.resetSettings()
      await world.control.settings({ windowCheck: false })
    },
    /** Ends what works on campaigns, and forgets what is left for it. */
    rest: async () => {
      await stop()
      await world.forgetSends()
      await world.deps.database.db.execute(sql`
        update campaigns set state = 'canceled', wake_at = null where state not in ('draft', 'completed', 'completed_with_errors', 'failed')`)
      await world.deps.database.db.execute(sql`delete from portfolio_reaches`)
    },
    /** What was counted of a campaign, which nothing may say otherwise: neither its recipients nor their messages. */
    sums: async (home: CampaignHome, { id }: Pick<Campaign, 'id'>) => {
      await foldAll(world.deps)
      expect(await recount(companyCtx(world.deps, home.company.id), id)).toEqual([])
      return (await readCampaign(home.browser, id)).counts
    },
    done: (home: CampaignHome, { id }: Pick<Campaign, 'id'>) =>
      inState(home.browser, id, 'completed', 'completed_with_errors'),
    close: async () => {
      await stop()
      await processor.stop()
      await world.forgetSends()
      await world.close()
    },
  }
}
export type FaultWorld = Awaited<ReturnType<typeof startFaultWorld>>
