import * as contract from '@recado/contracts/companies/companies'
import * as rules from '@recado/contracts/companies/company-rules'
import * as invitationContract from '@recado/contracts/identity/auth'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import * as companies from './actions/companies.ts'
import * as danger from './actions/danger.ts'
import * as invitations from './actions/invitations.ts'
import * as logos from './actions/logo.ts'
import * as members from './actions/members.ts'
import * as ruling from './actions/rules.ts'

const ruleRoutes = (app: FastifyInstance): void => {
  route(app, rules.getCompanyRules, (ctx, { params }) => ruling.readRules(ctx, params.id))
  route(app, rules.saveCompanySecurity, (ctx, { params, body }) => ruling.saveSecurity(ctx, params.id, body))
  route(app, rules.saveCompanyBranding, (ctx, { params, body }) => ruling.saveBranding(ctx, params.id, body))
  route(app, rules.uploadCompanyLogo, (ctx, { params, file }) => {
    if (!file)
      throw new AppError('validation_failed', { errors: [{ path: 'file', code: 'required', message: 'No file' }] })
    return logos.setLogo(ctx, params.id, file.stream)
  })
  route(app, rules.removeCompanyLogo, (ctx, { params }) => logos.removeLogo(ctx, params.id))
  route(app, rules.getCompanyLogo, async (ctx, { params }, { reply }) => {
    const { mime, stream } = await logos.openLogo(ctx, params.id)
    await reply.type(mime).header('cache-control', 'private, max-age=86400').send(stream)
  })
  route(app, rules.transferCompany, (ctx, { params, body }) => danger.transferCompany(ctx, params.id, body.memberId))
  route(app, rules.deleteOwnCompany, (ctx, { params, body }) => danger.deleteCompany(ctx, params.id, body.name))
  route(app, rules.keepOwnCompany, (ctx, { params }) => danger.keepCompany(ctx, params.id))
}

/** Companies, their members and invitations. */
export const companyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.myCompanies, async (ctx) => ({
    companies: await companies.listCompanies(ctx, ctx.actor.userId, ctx.company?.id ?? null),
  }))
  route(app, contract.createCompany, (ctx, { body }) => companies.createCompany(ctx, body))
  route(app, contract.getCompany, (ctx, { params }) => companies.readCompany(ctx, params.id))
  route(app, contract.updateCompany, (ctx, { params, body }) => companies.changeCompany(ctx, params.id, body))
  route(app, contract.leaveCompany, (ctx, { params }) => companies.leaveCompany(ctx, params.id))

  route(app, contract.listMembers, (ctx, { params, query }) => members.listMembers(ctx, params.id, query))
  route(app, contract.updateMember, (ctx, { params, body }) =>
    members.changeMember(ctx, params.id, params.memberId, body),
  )
  route(app, contract.removeMember, (ctx, { params }) => members.removeMember(ctx, params.id, params.memberId))

  route(app, contract.listInvitations, async (ctx, { params }) => ({
    data: await invitations.listInvitations(ctx, params.id),
  }))
  route(app, contract.inviteMembers, (ctx, { params, body }) => invitations.inviteMembers(ctx, params.id, body))
  route(app, contract.resendInvitation, (ctx, { params }) =>
    invitations.resendInvitation(ctx, params.id, params.invitationId),
  )
  route(app, contract.revokeInvitation, (ctx, { params }) =>
    invitations.revokeInvitation(ctx, params.id, params.invitationId),
  )

  route(app, rules.changeInvitations, (ctx, { params, body }) => invitations.changeInvitations(ctx, params.id, body))

  route(app, invitationContract.getInvitation, (ctx, { params }) => invitations.readInvitation(ctx, params.token))
  route(app, invitationContract.acceptInvitation, (ctx, { params }) => invitations.acceptInvitation(ctx, params.token))
  route(app, invitationContract.declineInvitation, (ctx, { params }) =>
    invitations.declineInvitation(ctx, params.token),
  )
  ruleRoutes(app)
}
