import { type Deps, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { lockAutomation, pauseIn, readLive } from '#server/modules/automation/automations/index.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'

/** Pauses everything that works by itself in a company that may have it no longer. Safe to repeat. */
export const pauseAll = async (deps: Deps, companyId: string): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings || settings.company.accessBlocks.includes('automations')) return
  const ctx = automationCtx(deps, settings)
  for (const { id } of (await readLive(ctx)).list.filter(({ state }) => state === 'active'))
    await inTransaction(ctx, async (tx) => {
      const row = await lockAutomation(tx, id)
      if (!row) return
      await pauseIn(tx, row, 'access_revoked')
      await emit(tx, 'automation.state_changed', { companyId, automationId: id, state: 'paused' })
    })
}
