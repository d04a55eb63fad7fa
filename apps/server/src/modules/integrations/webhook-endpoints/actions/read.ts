import type { EndpointInput } from '@recado/contracts'
import type * as contract from '@recado/contracts/integrations/webhook-endpoints'
import { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { pageFrom } from '#server/lib/page.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { findDelivery, findHealth, listDeliveries } from '../queries/deliveries.ts'
import * as queries from '../queries/endpoints.ts'
import { bodyOf, headersOf } from '../sender/attempt.ts'
import { attemptsOf, deliveryView, endpointView } from '../view.ts'

/** Endpoints of the company, the oldest first. */
export const listEndpoints = async (ctx: CompanyCtx): Promise<contract.WebhookEndpoint[]> => {
  const rows = await queries.listEndpoints(ctx)
  const health = rows.length > 0 ? await findHealth(ctx, null) : new Map()
  return rows.map((row) => endpointView(ctx, row, health.get(row.id)))
}

/** An endpoint with its health. Throws `not_found`. */
export const readEndpoint = async (ctx: CompanyCtx, id: string): Promise<contract.WebhookEndpoint> =>
  endpointView(ctx, found(await queries.findEndpoint(ctx, id)), (await findHealth(ctx, id)).get(id))

const place = z.object({ seq: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) })
type Asked = EndpointInput<typeof contract.listWebhookDeliveries>['query']

/** A page of what an endpoint was told. Throws `not_found`. */
export const readDeliveries = async (ctx: CompanyCtx, id: string, { cursor, limit, ...asked }: Asked) => {
  found(await queries.findEndpoint(ctx, id))
  const before = decodeCursor(place, cursor)?.seq ?? null
  const rows = await listDeliveries(ctx, id, { ...asked, before, limit: limit + 1 })
  return pageFrom(
    rows,
    limit,
    (row) => deliveryView(ctx, row),
    ({ seq }) => encodeCursor({ seq }),
  )
}

/** A delivery with its attempts. Throws `not_found`. */
export const readDelivery = async (
  ctx: CompanyCtx,
  id: string,
  deliveryId: string,
): Promise<contract.WebhookDeliveryDetail> => {
  const { url } = found(await queries.findEndpoint(ctx, id))
  const row = found(await findDelivery(ctx, id, deliveryId))
  const log = attemptsOf(row)
  const at = new Date(log[0]?.at ?? ctx.now())
  const headers = headersOf(row.eventId, Math.floor(at.getTime() / 1000), 'v1,…')
  return { ...deliveryView(ctx, row), request: { url, headers, body: JSON.parse(bodyOf(row)) }, log }
}
