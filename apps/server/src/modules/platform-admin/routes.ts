import * as contract from '@recado/contracts/admin'
import { getSupportConsent, setSupportConsent, startImpersonation } from '@recado/contracts/impersonation'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { giveSession } from '../auth/index.ts'
import { readConsent } from '../users/index.ts'
import * as access from './access/actions.ts'
import * as companies from './companies/actions.ts'
import * as users from './users/actions.ts'
import { impersonate, setConsent } from './users/impersonate.ts'
import { resetTwoFactor } from './users/two-factor.ts'

const companyRoutes = (app: FastifyInstance) => {
  route(app, contract.listAllCompanies, (ctx, { query }) => companies.listAllCompanies(ctx, query))
  route(app, contract.getAdminCompany, (ctx, { params }) => companies.readCompany(ctx, params.id))
  route(app, contract.suspendCompany, (ctx, { params, body }) => companies.suspendCompany(ctx, params.id, body))
  route(app, contract.reactivateCompany, (ctx, { params, body }) => companies.reactivateCompany(ctx, params.id, body))
  route(app, contract.scheduleCompanyDeletion, (ctx, { params, body }) =>
    companies.scheduleDeletion(ctx, params.id, body),
  )
  route(app, contract.extendTrial, (ctx, { params, body }) => companies.extendTrial(ctx, params.id, body.days))
  route(app, contract.addCompanyNote, (ctx, { params, body }) => companies.addNote(ctx, params.id, body.body))
  route(app, contract.removeCompanyNote, (ctx, { params }) => companies.removeNote(ctx, params.id, params.noteId))
}

const accessRoutes = (app: FastifyInstance) => {
  route(app, contract.listCompanyAccess, (ctx, { query }) => access.listAccess(ctx, query))
  route(app, contract.previewAccess, async (ctx, { body }) => ({ data: await access.previewAccess(ctx, body.changes) }))
  route(app, contract.changeAccess, async (ctx, { body }) => ({ data: await access.changeAccess(ctx, body) }))
  route(app, contract.listAccessHistory, (ctx, { query }) => access.listHistory(ctx, query))
}

const userRoutes = (app: FastifyInstance) => {
  route(app, contract.listUsers, (ctx, { query }) => users.listUsers(ctx, query))
  route(app, contract.getUser, (ctx, { params }) => users.readUser(ctx, params.id))
  route(app, contract.createUser, (ctx, { body }) => users.createUser(ctx, body))
  route(app, contract.updateUser, (ctx, { params, body }) => users.updateUser(ctx, params.id, body))
  route(app, contract.setUserStatus, (ctx, { params, body }) => users.setStatus(ctx, params.id, body))
  route(app, contract.verifyUserEmail, (ctx, { params }) => users.verifyEmail(ctx, params.id))
  route(app, contract.mailPasswordReset, (ctx, { params }) => users.mailReset(ctx, params.id))
  route(app, contract.resetTwoFactor, (ctx, { params, body }) => resetTwoFactor(ctx, params.id, body.reason))
  route(app, contract.revokeUserSessions, (ctx, { params }) => users.revokeSessions(ctx, params.id))
}

/** What platform admins do: companies, what companies may use, people, and entering as somebody. */
export const platformAdminRoutes = async (app: FastifyInstance): Promise<void> => {
  companyRoutes(app)
  accessRoutes(app)
  userRoutes(app)
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
