import { type Ctx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { writeAccess } from '#server/modules/companies/companies/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { effectiveBlocks, without } from './policy.ts'
import * as queries from './queries.ts'

/** Tells browsers, senders and the company's admins of what a company may use from now on. */
const announce = async (tx: Ctx, companyId: string, gained: string[], lost: string[]) => {
  const channels = await queries.listConnectedChannels(tx, companyId)
  emitChange(tx, 'company.access_changed', { companyId })
  tx.afterCommit(() => {
    for (const channelId of channels) tx.deps.bus.publish('channel.changed', { channelId })
  })
  await emit(tx, 'company.access_changed', { companyId, gained, lost })
}

/**
 * Makes `access_blocks` of companies what their plans and overrides say now; nothing else writes it. Safe to run at any
 * time; only companies for which something changes are written, told and noted.
 */
export const recomputeAccess = (ctx: Ctx, companyIds: readonly string[]): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const companies = await queries.findCompanyAccess(tx, companyIds)
    const active = await queries.listActiveOverrides(tx, companyIds)
    const byCompany = Map.groupBy(active, ({ override }) => override.companyId)
    for (const company of companies) {
      const overrides = (byCompany.get(company.id) ?? []).map(({ override }) => override)
      const after = effectiveBlocks(company.planBlocks, overrides, tx.now())
      const gained = without(after, company.accessBlocks)
      const lost = without(company.accessBlocks, after)
      if (gained.length === 0 && lost.length === 0) continue
      await writeAccess(tx, company.id, after)
      await recordAudit(tx, {
        action: 'access.changed',
        companyId: company.id,
        target: { type: 'company', id: company.id, label: company.name },
        diff: { access_blocks: { before: company.accessBlocks, after } },
      })
      await announce(tx, company.id, gained, lost)
    }
  })

/** Ends overrides whose time is over and lets the companies have what is left. */
export const expireAccess = (ctx: Ctx): Promise<void> =>
  inTransaction(ctx, async (tx) => recomputeAccess(tx, await queries.endExpiredOverrides(tx)))
