import { searchMessages } from '@recado/contracts/shared/search'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { searchMessagePage } from './actions.ts'

/** Search over everything that was said. */
export const searchRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, searchMessages, (ctx, { query }) => searchMessagePage(ctx, query))
}
