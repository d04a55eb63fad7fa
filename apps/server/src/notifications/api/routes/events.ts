import {
  broadcastEvent,
  cancelEvent,
  sendTestEmail,
  triggerEvent,
  triggerEventsInBulk,
} from '@recado/contracts/notifications/events'
import type { FastifyInstance } from 'fastify'
import { cancelTransaction } from '#server/notifications/engine/execution/digests.ts'
import { triggerWorkflow } from '#server/notifications/engine/execution/trigger.ts'
import type { TriggerInput, TriggerResult } from '#server/notifications/engine/execution/types.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'
import { v1Route } from '../wire/route.ts'

/** One event of a bulk: what is wrong with it does not keep the others from running. */
const triggerOne = async (ctx: EnvironmentCtx, event: TriggerInput): Promise<TriggerResult> => {
  try {
    return await triggerWorkflow(ctx, event, { kind: 'bulk' })
  } catch (error) {
    if (!(error instanceof V1Error)) throw error
    return { acknowledged: true, status: 'error', error: [error.texts].flat() }
  }
}

export const eventRoutes = (app: FastifyInstance): void => {
  v1Route(app, triggerEvent, (ctx, { body }) => triggerWorkflow(ctx, body))
  v1Route(app, triggerEventsInBulk, (ctx, { body }) => Promise.all(body.events.map((event) => triggerOne(ctx, event))))
  v1Route(app, broadcastEvent, (ctx, { body }) => triggerWorkflow(ctx, { ...body, to: null }, { kind: 'broadcast' }))
  v1Route(app, cancelEvent, (ctx, { params }) => cancelTransaction(ctx, params.transactionId))
  v1Route(app, sendTestEmail, () => undefined)
}
