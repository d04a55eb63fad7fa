import type { EndpointInput } from '@recado/contracts'
import type * as contract from '@recado/contracts/integrations/webhook-integrations'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { auditSetting, found } from '#server/modules/shared/settings-resource/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { findIntegration } from '../queries/integrations.ts'
import { countOwn, requeueEvents } from '../queries/log.ts'

type Which = EndpointInput<typeof contract.replayWebhookEvents>['body']

/** Works off again what came in, by the map as it is now; answers how much that is. Throws `not_found`. */
export const replayEvents = (ctx: CompanyCtx, id: string, which: Which): Promise<{ count: number }> =>
  inTransaction(ctx, async (tx) => {
    const integration = found(await findIntegration(tx, id))
    if ('ids' in which && (await countOwn(tx, id, which.ids)) < new Set(which.ids).size) throw new AppError('not_found')
    const shards = await requeueEvents(tx, id, 'ids' in which ? which : { ...which, since: new Date(which.since) })
    if (shards.length === 0) return { count: 0 }
    await auditSetting(tx, 'webhook_integration.replayed', integration, { count: shards.length })
    emitChange(tx, 'webhook_integration.updated', { companyId: tx.company.id, ids: [id] })
    tx.afterCommit(() => tx.deps.bus.publish('inbound.wake', { shards: [...new Set(shards)] }))
    return { count: shards.length }
  })
