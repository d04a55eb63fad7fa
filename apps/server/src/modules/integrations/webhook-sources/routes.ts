import * as contract from '@recado/contracts/integrations/webhook-sources'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { cardOf, webhookSources } from './catalogue.ts'

/** Systems whose webhooks can be taken in. */
export const webhookSourceRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listWebhookSources, () => ({ data: webhookSources.map(cardOf) }))
}
