import * as contract from '@recado/contracts/contacts/privacy'
import * as requests from '@recado/contracts/contacts/privacy-requests'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { openCertificate, previewOf, readErasure, readErasures, startErasure } from './actions/erase.ts'
import { setHold } from './actions/hold.ts'
import { changeRequest, createRequest, readRequest, readRequestCounts, readRequests } from './actions/requests.ts'
import { addSuppressed, checkSuppressed, countSuppressed, liftContact, liftSuppressed } from './actions/suppressions.ts'
import { verifyRequest } from './actions/verify.ts'

/** What the law gives people about their data, and who must not be written to again. */
export const privacyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.previewErasure, (ctx, { params }) => previewOf(ctx, params.id))
  route(app, contract.eraseContact, (ctx, { params, body }) => startErasure(ctx, params.id, body))
  route(app, contract.getErasure, (ctx, { params }) => readErasure(ctx, params.id))
  route(app, contract.listErasures, (ctx, { query }) => readErasures(ctx, query))
  route(app, contract.openCertificate, (ctx, { params }) => openCertificate(ctx, params.id))
  route(app, contract.setLegalHold, (ctx, { params, body }) => setHold(ctx, params.id, body.reason))
  route(app, contract.countSuppressions, (ctx) => countSuppressed(ctx))
  route(app, contract.checkSuppression, (ctx, { body }) => checkSuppressed(ctx, body.value))
  route(app, contract.addSuppression, (ctx, { body }) => addSuppressed(ctx, body.value, body.reason))
  route(app, contract.liftContactSuppression, (ctx, { params, body }) => liftContact(ctx, params.id, body.reason))
  route(app, contract.liftSuppression, (ctx, { body }) => liftSuppressed(ctx, body.value, body.reason))
  route(app, requests.listPrivacyRequests, (ctx, { query }) => readRequests(ctx, query))
  route(app, requests.countPrivacyRequests, (ctx) => readRequestCounts(ctx))
  route(app, requests.getPrivacyRequest, (ctx, { params }) => readRequest(ctx, params.id))
  route(app, requests.createPrivacyRequest, (ctx, { body }) => createRequest(ctx, body))
  route(app, requests.updatePrivacyRequest, (ctx, { params, body }) => changeRequest(ctx, params.id, body))
  route(app, requests.verifyPrivacyRequest, (ctx, { params, body }) => verifyRequest(ctx, params.id, body))
}
