import * as contract from '@recado/contracts/integrations/public-messages'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Ctx } from '#server/context.ts'
import { route } from '#server/http/mount.ts'
import { newId } from '#server/lib/ids.ts'
import { hashToken } from '#server/lib/seal.ts'
import { postBatch, postMessage } from './post.ts'

/**
 * What tells a message of a call from others: repeated under the idempotency key of the caller it is the same, even when the
 * process that took it in ended before it could answer.
 */
const clientKeyOf = ({ actor }: Ctx, { headers }: FastifyRequest, place: number): string => {
  const key = headers['idempotency-key']
  return actor.kind === 'key' && key ? hashToken(`${actor.keyId} ${place} ${key}`).slice(0, 64) : newId()
}

/** Messages that programs send, to whom they name. */
export const publicMessageRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.postMessage, (ctx, { body }, { request }) => postMessage(ctx, body, clientKeyOf(ctx, request, 0)))
  route(app, contract.postMessages, async (ctx, { body }, { request }) => ({
    data: await postBatch(ctx, body.messages, (place) => clientKeyOf(ctx, request, place)),
  }))
}
