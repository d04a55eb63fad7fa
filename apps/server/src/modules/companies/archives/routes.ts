import { exportUserData } from '@recado/contracts/admin/users'
import { exportCompany } from '@recado/contracts/companies/company-rules'
import { exportMe } from '@recado/contracts/identity/users'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { startCompanyExport, startPersonExport } from './tasks.ts'

/** Archives of everything that a company, or a person, has here. */
export const dataExportRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, exportCompany, (ctx, { params }) => startCompanyExport(ctx, params.id))
  route(app, exportMe, (ctx) => startPersonExport(ctx))
  route(app, exportUserData, (ctx, { params }) => startPersonExport(ctx, params.id))
}
