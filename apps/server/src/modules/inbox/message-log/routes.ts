import * as contract from '@recado/contracts/inbox/message-log'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readAdminLogPage, reveal } from './actions/admin.ts'
import { retryAcrossCompanies } from './actions/admin-retry.ts'
import { readLogEntry, readLogPage, readLogSummary } from './actions/read.ts'
import { retryMessages } from './actions/retry.ts'

/** Log of every message: what became of it, why, and what it cost. */
export const messageLogRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listLog, (ctx, { query }) => readLogPage(ctx, query))
  route(app, contract.getLogSummary, (ctx, { query }) => readLogSummary(ctx, query))
  route(app, contract.getLogEntry, (ctx, { params }) => readLogEntry(ctx, params.id))
  route(app, contract.retryMessages, (ctx, { body }) => retryMessages.run(ctx, body, {}))
  route(app, contract.listAdminLog, (ctx, { query }) => readAdminLogPage(ctx, query))
  route(app, contract.retryMessagesOfAll, (ctx, { body: { selection, reason } }) =>
    retryAcrossCompanies.run(ctx, selection, { reason }),
  )
  route(app, contract.revealMessage, (ctx, { params, body }) => reveal(ctx, params.id, body))
}
