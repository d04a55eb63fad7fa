import * as contract from '@recado/contracts/admin/companies'
import * as careContract from '@recado/contracts/admin/company-care'
import * as supportContract from '@recado/contracts/admin/support'
import * as accessContract from '@recado/contracts/companies/company-access'
import * as flagContract from '@recado/contracts/shared/feature-flags'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import * as access from './access/actions.ts'
import { changeAccessOfMany, previewAccessOfMany } from './access/bulk.ts'
import * as companies from './actions.ts'
import * as care from './care/actions.ts'
import { listSupportCompanies, readSupportCompany } from './support/actions.ts'

const companyRoutes = (app: FastifyInstance) => {
  route(app, contract.listAllCompanies, (ctx, { query }) => companies.listAllCompanies(ctx, query))
  route(app, contract.getAdminCompany, (ctx, { params }) => companies.readCompany(ctx, params.id))
  route(app, contract.suspendCompany, (ctx, { params, body }) => companies.suspendCompany(ctx, params.id, body))
  route(app, contract.reactivateCompany, (ctx, { params, body }) => companies.reactivateCompany(ctx, params.id, body))
  route(app, contract.scheduleCompanyDeletion, (ctx, { params, body }) =>
    companies.scheduleDeletion(ctx, params.id, body),
  )
  route(app, contract.resetSignInRules, (ctx, { params, body }) =>
    companies.resetSignInRules(ctx, params.id, body.reason),
  )
  route(app, contract.extendTrial, (ctx, { params, body }) => companies.extendTrial(ctx, params.id, body.days))
  route(app, contract.addCompanyNote, (ctx, { params, body }) => companies.addNote(ctx, params.id, body.body))
  route(app, contract.removeCompanyNote, (ctx, { params }) => companies.removeNote(ctx, params.id, params.noteId))
}

const careRoutes = (app: FastifyInstance) => {
  route(app, careContract.listCareChoices, (ctx) => care.listChoices(ctx))
  route(app, careContract.setCompanyCare, (ctx, { params, body }) => care.setCare(ctx, params.id, body))
  route(app, careContract.tagCompanies, (ctx, { body: { selection, ...args } }) =>
    care.tagCompanies.run(ctx, selection, args),
  )
  route(app, careContract.notifyCompanies, (ctx, { body: { selection, ...args } }) =>
    care.notifyCompanies.run(ctx, selection, args),
  )
  route(app, flagContract.setCompanyFlags, (ctx, { body: { selection, ...args } }) =>
    care.setCompanyFlags.run(ctx, selection, args),
  )
  route(app, flagContract.listCompanyFlags, async (ctx, { params }) => ({ data: await care.listFlags(ctx, params.id) }))
}

const accessRoutes = (app: FastifyInstance) => {
  route(app, accessContract.listCompanyAccess, (ctx, { query }) => access.listAccess(ctx, query))
  route(app, accessContract.previewAccess, async (ctx, { body }) => ({
    data: await access.previewAccess(ctx, body.changes),
  }))
  route(app, accessContract.changeAccess, async (ctx, { body }) => ({ data: await access.changeAccess(ctx, body) }))
  route(app, accessContract.previewAccessOfMany, (ctx, { body }) => previewAccessOfMany(ctx, body))
  route(app, accessContract.changeAccessOfMany, (ctx, { body }) => changeAccessOfMany(ctx, body))
  route(app, accessContract.listAccessHistory, (ctx, { query }) => access.listHistory(ctx, query))
}

/** Companies as the platform sees them: how they stand, what they may use, who looks after them. */
export const adminCompanyRoutes = async (app: FastifyInstance): Promise<void> => {
  companyRoutes(app)
  accessRoutes(app)
  careRoutes(app)
  route(app, supportContract.listSupportCompanies, (ctx, { query }) => listSupportCompanies(ctx, query))
  route(app, supportContract.getSupportCompany, (ctx, { params }) => readSupportCompany(ctx, params.id))
}
