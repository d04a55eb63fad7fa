import * as contract from '@recado/contracts/shared/audit'
import type { FastifyInstance } from 'fastify'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { listAudit, listPlatformAudit, readAuditRow, readIntegrity } from './read.ts'

const assertCurrent = (ctx: CompanyCtx, id: string) => {
  if (ctx.company.id !== id) throw new AppError('not_found')
}

/** The audit log: of the current company, and of the whole platform. */
export const auditRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listAudit, (ctx, { params, query }) => {
    assertCurrent(ctx, params.id)
    return listAudit(ctx, query)
  })
  route(app, contract.getAuditRow, (ctx, { params }) => {
    assertCurrent(ctx, params.id)
    return readAuditRow(ctx, params.entryId, params.id)
  })
  route(app, contract.listPlatformAudit, (ctx, { query }) => listPlatformAudit(ctx, query))
  route(app, contract.getPlatformAuditRow, (ctx, { params }) => readAuditRow(ctx, params.entryId, null))
  route(app, contract.getAuditIntegrity, (ctx) => readIntegrity(ctx))
}
