import * as contract from '@recado/contracts/identity/auth'
import * as users from '@recado/contracts/identity/users'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { legalVersions } from '#server/modules/shared/settings/index.ts'
import * as account from './actions/account.ts'
import { confirmEmailChange, requestEmail } from './actions/email.ts'
import { changePassword, readReset, requestReset, resetPassword } from './actions/passwords.ts'
import { register } from './actions/register.ts'
import * as twoFactor from './actions/two-factor.ts'
import { resendVerification, verifyEmail } from './actions/verify.ts'
import { knownBrowser } from './known-browsers.ts'
import { nextAuthWire } from './wire.ts'

/** Signing in and out, and everything that leads to an account. */
export const authRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(nextAuthWire, { prefix: '/api/auth' })
  route(app, contract.registerAccount, (ctx, { body }) => register(ctx, body))
  route(app, contract.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body))
  route(app, contract.resendVerification, (ctx, { body }) => resendVerification(ctx, body.email))
  route(app, contract.forgotPassword, (ctx, { body }) => requestReset(ctx, body.email))
  route(app, contract.checkReset, (ctx, { body }) => readReset(ctx, body.token))
  route(app, contract.resetPassword, (ctx, { body }, { request }) =>
    resetPassword(ctx, body, knownBrowser(app.deps, request.headers.cookie)),
  )
  route(app, users.getTwoFactor, (ctx) => twoFactor.readOwnTwoFactor(ctx))
  route(app, users.beginTwoFactor, (ctx, { body }) => twoFactor.begin(ctx, body))
  route(app, users.confirmTwoFactor, (ctx, { body }) => twoFactor.confirm(ctx, body))
  route(app, users.renewRecoveryCodes, (ctx, { body }) => twoFactor.renewCodes(ctx, body))
  route(app, users.removeTwoFactor, (ctx, { body }) => twoFactor.remove(ctx, body))
  route(app, users.changePassword, (ctx, { body }) => changePassword(ctx, body))
  route(app, users.changeEmail, (ctx, { body }) => requestEmail(ctx, body))
  route(app, contract.confirmEmailChange, (ctx, { body }) => confirmEmailChange(ctx, body.token))
  route(app, users.deleteMe, (ctx, { body }) => account.deleteOwnAccount(ctx, body.password))
  route(app, users.keepMe, (ctx) => account.keepOwnAccount(ctx))
  route(app, users.acceptLegal, async (ctx, { body }) => account.acceptLegal(ctx, body, await legalVersions(ctx.deps)))
}
