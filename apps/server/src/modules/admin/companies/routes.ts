import * as contract from '@recado/contracts/admin/companies'
import * as careContract from '@recado/contracts/admin/company-care'
import * as supportContract from '@recado/contracts/admin/support'
import * as importContract from '@recado/contracts/admin/user-imports'
import * as userContract from '@recado/contracts/admin/users'
import * as accessContract from '@recado/contracts/companies/company-access'
import { getSupportConsent, setSupportConsent, startImpersonation } from '@recado/contracts/identity/impersonation'
import * as flagContract from '@recado/contracts/shared/feature-flags'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { giveSession } from '#server/modules/identity/auth/index.ts'
import { readConsent } from '#server/modules/identity/users/index.ts'
import * as access from './access/actions.ts'
import { changeAccessOfMany, previewAccessOfMany } from './access/bulk.ts'
import * as care from './care/actions.ts'
import * as companies from './companies/actions.ts'
import { readImport, startImport, uploadImport } from './imports/actions.ts'
import * as requests from './requests/actions.ts'
import { listSupportCompanies, readSupportCompany } from './support/actions.ts'
import * as users from './users/actions.ts'
import { changeUsers } from './users/bulk.ts'
import { impersonate, setConsent } from './users/impersonate.ts'
import { deleteUser, mergeUsers, previewMerge } from './users/remove.ts'
import { resetTwoFactor } from './users/two-factor.ts'

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

const userRoutes = (app: FastifyInstance) => {
  route(app, userContract.listUsers, (ctx, { query }) => users.listUsers(ctx, query))
  route(app, userContract.getUser, (ctx, { params }) => users.readUser(ctx, params.id))
  route(app, userContract.createUser, (ctx, { body }) => users.createUser(ctx, body))
  route(app, userContract.updateUser, (ctx, { params, body }) => users.updateUser(ctx, params.id, body))
  route(app, userContract.setUserStatus, (ctx, { params, body }) => users.setStatus(ctx, params.id, body))
  route(app, userContract.verifyUserEmail, (ctx, { params }) => users.verifyEmail(ctx, params.id))
  route(app, userContract.mailPasswordReset, (ctx, { params }) => users.mailReset(ctx, params.id))
  route(app, userContract.resetTwoFactor, (ctx, { params, body }) => resetTwoFactor(ctx, params.id, body.reason))
  route(app, userContract.revokeUserSessions, (ctx, { params }) => users.revokeSessions(ctx, params.id))
}

const moreUserRoutes = (app: FastifyInstance) => {
  route(app, userContract.changeUsers, (ctx, { body: { selection, ...args } }) => changeUsers.run(ctx, selection, args))
  route(app, userContract.setSupportProfile, (ctx, { params, body }) => users.setSupportProfile(ctx, params.id, body))
  route(app, userContract.previewUserMerge, (ctx, { params, query }) => previewMerge(ctx, params.id, query.otherId))
  route(app, userContract.mergeUsers, (ctx, { params, body }) => mergeUsers(ctx, params.id, body.otherId, body.reason))
  route(app, userContract.deleteUser, (ctx, { params, body }) => deleteUser(ctx, params.id, body.reason))
  route(app, userContract.listAdminRequests, async (ctx) => ({ data: await requests.listRequests(ctx) }))
  route(app, userContract.requestAdmin, (ctx, { body }) => requests.requestAdmin(ctx, body))
  route(app, userContract.decideAdminRequest, (ctx, { params, body }) =>
    requests.decideRequest(ctx, params.id, body.decision),
  )
  route(app, importContract.uploadUserImport, (ctx, { file, query }) => {
    if (!file)
      throw new AppError('validation_failed', { errors: [{ path: 'file', code: 'required', message: 'No file' }] })
    return uploadImport(ctx, file, query.invite === 'yes')
  })
  route(app, importContract.getUserImport, (ctx, { params }) => readImport(ctx, params.id))
  route(app, importContract.startUserImport, (ctx, { params }) => startImport(ctx, params.id))
}

const supportRoutes = (app: FastifyInstance) => {
  route(app, supportContract.listSupportCompanies, (ctx, { query }) => listSupportCompanies(ctx, query))
  route(app, supportContract.getSupportCompany, (ctx, { params }) => readSupportCompany(ctx, params.id))
}

/** What platform admins do: companies, what companies may use, people, and entering as somebody. */
export const platformAdminRoutes = async (app: FastifyInstance): Promise<void> => {
  companyRoutes(app)
  accessRoutes(app)
  careRoutes(app)
  userRoutes(app)
  moreUserRoutes(app)
  supportRoutes(app)
  route(app, startImpersonation, async (ctx, { params, body }, { reply }) => {
    const userAgent = ctx.userAgent ?? null
    const session = await impersonate(ctx, params.id, { ...body, userAgent })
    giveSession(ctx.deps, reply, session)
    return { expiresAt: session.expiresAt.toISOString() }
  })
  route(app, getSupportConsent, async (ctx) => ({
    until: (await readConsent(ctx, ctx.actor.userId))?.toISOString() ?? null,
  }))
  route(app, setSupportConsent, async (ctx, { body }) => ({
    until: (await setConsent(ctx, body.hours))?.toISOString() ?? null,
  }))
}
