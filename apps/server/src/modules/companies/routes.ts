import * as invitationContract from '@recado/contracts/auth'
import * as contract from '@recado/contracts/companies'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import * as companies from './actions/companies.ts'
import * as invitations from './actions/invitations.ts'
import * as members from './actions/members.ts'

/** Companies, their members and invitations. */
export const companyRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.myCompanies, async (ctx) => ({
    companies: await companies.listCompanies(ctx, ctx.actor.userId, ctx.company?.id ?? null),
  }))
  route(app, contract.createCompany, (ctx, { body }) => companies.createCompany(ctx, body))
  route(app, contract.getCompany, (ctx, { params }) => companies.readCompany(ctx, params.id))
  route(app, contract.updateCompany, (ctx, { params, body }) => companies.changeCompany(ctx, params.id, body))
  route(app, contract.leaveCompany, (ctx, { params }) => companies.leaveCompany(ctx, params.id))

  route(app, contract.listMembers, async (ctx, { params }) => ({ data: await members.listMembers(ctx, params.id) }))
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

  route(app, invitationContract.getInvitation, (ctx, { params }) => invitations.readInvitation(ctx, params.token))
  route(app, invitationContract.acceptInvitation, (ctx, { params }) => invitations.acceptInvitation(ctx, params.token))
  route(app, invitationContract.declineInvitation, (ctx, { params }) =>
    invitations.declineInvitation(ctx, params.token),
  )
}
