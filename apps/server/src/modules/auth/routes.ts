import * as contract from '@recado/contracts/auth'
import { changePassword as changePasswordEndpoint } from '@recado/contracts/users'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { changePassword, requestReset, resetPassword } from './actions/passwords.ts'
import { register } from './actions/register.ts'
import { resendVerification, verifyEmail } from './actions/verify.ts'
import { nextAuthWire } from './wire.ts'

/** Signing in and out, and everything that leads to an account. */
export const authRoutes = async (app: FastifyInstance): Promise<void> => {
  await app.register(nextAuthWire, { prefix: '/api/auth' })
  route(app, contract.registerAccount, (ctx, { body }) => register(ctx, body))
  route(app, contract.verifyEmail, (ctx, { body }) => verifyEmail(ctx, body))
  route(app, contract.resendVerification, (ctx, { body }) => resendVerification(ctx, body.email))
  route(app, contract.forgotPassword, (ctx, { body }) => requestReset(ctx, body.email))
  route(app, contract.resetPassword, (ctx, { body }) => resetPassword(ctx, body))
  route(app, changePasswordEndpoint, (ctx, { body }) => changePassword(ctx, body))
}
