import { previewRetention } from '@recado/contracts/company-rules'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { previewRetirement } from './retire.ts'

/** What would go by the time for which a company keeps messages and files. */
export const retentionRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, previewRetention, (ctx, { params, query }) => {
    if (ctx.company.id !== params.id) throw new AppError('not_found')
    return previewRetirement(ctx, params.id, query)
  })
}
