import * as importContract from '@recado/contracts/admin/user-imports'
import * as userContract from '@recado/contracts/admin/users'
import { getSupportConsent, setSupportConsent, startImpersonation } from '@recado/contracts/identity/impersonation'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { giveSession } from '#server/modules/identity/auth/index.ts'
import { readConsent } from '#server/modules/identity/users/index.ts'
import * as users from './actions.ts'
import { changeUsers } from './bulk.ts'
import { impersonate, setConsent } from './impersonate.ts'
import { readImport, startImport, uploadImport } from './imports/actions.ts'
import { deleteUser, mergeUsers, previewMerge } from './remove.ts'
import * as requests from './requests/actions.ts'
import { resetTwoFactor } from './two-factor.ts'

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

/** People as the platform sees them, and entering as one of them. */
export const adminUserRoutes = async (app: FastifyInstance): Promise<void> => {
  userRoutes(app)
  moreUserRoutes(app)
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
