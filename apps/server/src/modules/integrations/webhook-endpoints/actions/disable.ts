import { type WebhookDisabledReason, webhookFailingDays } from '@recado/contracts/integrations/webhook-endpoints'
import { type CompanyCtx, type Deps, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { automationCtx, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { auditSetting, changeSettings } from '#server/modules/shared/settings-resource/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { holdWaiting } from '../queries/deliveries.ts'
import { findEndpoint, switchOff } from '../queries/endpoints.ts'
import type { FailingEndpoint } from '../queries/sending.ts'
import { nameOf } from '../view.ts'

const FAILING_MS = webhookFailingDays * 86_400_000

/** Tells the browsers of the company that an endpoint is another. */
export const announceEndpoint = (tx: CompanyCtx, endpointId: string): void =>
  emitChange(tx, 'webhook_endpoint.updated', { companyId: tx.company.id, ids: [endpointId] })

/** Switches an endpoint off that cannot go on, and notifies those who manage it. */
const disable = async (
  deps: Deps,
  companyId: string,
  endpointId: string,
  reason: WebhookDisabledReason,
): Promise<void> => {
  const settings = await settingsOf(deps, companyId)
  if (!settings) return
  await inTransaction(automationCtx(deps, settings), (ctx) =>
    changeSettings(ctx, async (tx) => {
      const row = await findEndpoint(tx, endpointId)
      if (!row || !(await switchOff(tx, endpointId, reason))) return
      await holdWaiting(tx, endpointId)
      await auditSetting(tx, 'webhook_endpoint.disabled', { id: endpointId, name: nameOf(row) }, { [reason]: true })
      await emit(tx, 'webhook_endpoint.disabled', { companyId, endpointId, name: nameOf(row), reason })
      announceEndpoint(tx, endpointId)
    }),
  )
}

/** The receiver said that it is gone for good. */
export const disableGone = (deps: Deps, companyId: string, endpointId: string): Promise<void> =>
  disable(deps, companyId, endpointId, 'gone')

/** Disables those that have only failed for days. */
export const disableFailing = async (deps: Deps, failing: readonly FailingEndpoint[]): Promise<void> => {
  const before = deps.now().getTime() - FAILING_MS
  for (const { id, companyId, failingSince } of failing)
    if (failingSince.getTime() <= before) await disable(deps, companyId, id, 'failing')
}
