import * as endpoints from '@recado/contracts/product-notifications/settings'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readNotificationSettings, updateNotificationSettings } from './settings.ts'

/** How a person wants to be told what happens in the product. */
export const productNotificationRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, endpoints.getNotificationSettings, (ctx) => readNotificationSettings(ctx))
  route(app, endpoints.updateNotificationSettings, (ctx, { body }) => updateNotificationSettings(ctx, body))
}
