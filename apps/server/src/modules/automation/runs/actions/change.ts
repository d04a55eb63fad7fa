import type { AutomationRun } from '@recado/contracts/automation/automation-runs'
import type { AuditAction } from '@recado/contracts/shared/audit'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { announceAutomation, findAutomation } from '#server/modules/automation/automations/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { wakeAutomations } from '../events/note.ts'
import { endRunsById, lockRun, promoteQueued, type RunRow, updateRun } from '../queries/runs.ts'
import { runsOf } from '../view.ts'

type Change = (tx: CompanyCtx, run: RunRow) => Promise<void>

/** Changes a run in one transaction, writes that down, and answers the run as it is then. */
const changeRun = (ctx: CompanyCtx, id: string, action: AuditAction, change: Change): Promise<AutomationRun> =>
  inTransaction(ctx, async (tx) => {
    const run = found(await lockRun(tx, id))
    await change(tx, run)
    const automation = await findAutomation(tx, run.automationId)
    await recordAudit(tx, {
      action,
      target: { type: 'automation', id: run.automationId, label: automation?.name ?? '' },
      diff: { runId: id },
    })
    announceAutomation(tx, run.automationId)
    wakeAutomations(tx)
    const [view] = await runsOf(tx, [found(await lockRun(tx, id))])
    return found(view ?? null)
  })

const isOpen = ({ state }: RunRow) => state === 'queued' || state === 'pending' || state === 'delayed'

/** Ends a run where it is. Throws `not_found`, and `state_invalid` for one that has ended. */
export const cancelRun = (ctx: CompanyCtx, id: string): Promise<AutomationRun> =>
  changeRun(ctx, id, 'automation.run_canceled', async (tx, run) => {
    if (!isOpen(run)) throw new AppError('state_invalid')
    await endRunsById(tx, [id], 'canceled')
    await promoteQueued(tx, [run])
  })

/** Lets a run that failed go on from the step that failed. Throws `not_found`, and `state_invalid` for any other. */
export const retryRun = (ctx: CompanyCtx, id: string): Promise<AutomationRun> =>
  changeRun(ctx, id, 'automation.run_retried', async (tx, run) => {
    if (run.state !== 'failed' || run.ending !== 'error') throw new AppError('state_invalid')
    const again = { state: 'pending' as const, ending: null, error: null, endedAt: null, attempt: 0, wakeAt: tx.now() }
    await updateRun(tx, id, again)
  })

/** Lets a run that waits go on at once. Throws `not_found`, and `state_invalid` for one that waits for nothing. */
export const skipWait = (ctx: CompanyCtx, id: string): Promise<AutomationRun> =>
  changeRun(ctx, id, 'automation.wait_skipped', async (tx, run) => {
    if (run.state !== 'delayed') throw new AppError('state_invalid')
    const woken = run.waitFor === 'event' ? 'timeout' : 'skipped'
    await updateRun(tx, id, { state: 'pending', woken, waitEvent: null, wakeAt: tx.now() })
  })
