import * as endpoints from '@recado/contracts/notifications/organizations'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/audience/organizations/actions.ts'
import { listMembers } from '#server/notifications/audience/organizations/queries.ts'
import { memberView, organizationView } from '#server/notifications/audience/organizations/view.ts'
import { v1Route } from '../wire/route.ts'

export const organizationRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listOrganizations, async (ctx) => [organizationView(await actions.loadOrganization(ctx))])
  v1Route(app, endpoints.createOrganization, () => undefined)
  v1Route(app, endpoints.getCurrentOrganization, async (ctx) => organizationView(await actions.loadOrganization(ctx)))
  v1Route(app, endpoints.renameOrganization, async (ctx, { body }) =>
    organizationView(await actions.renameOrganization(ctx, body.name)),
  )
  v1Route(app, endpoints.updateBranding, async (ctx, { body }) => (await actions.updateBranding(ctx, body)).branding)
  v1Route(app, endpoints.listOrganizationMembers, async (ctx) => (await listMembers(ctx)).map(memberView))
  v1Route(app, endpoints.updateMemberRole, async (ctx, { params, body }) =>
    memberView(await actions.setMemberRole(ctx, params.memberId, body.role)),
  )
  v1Route(app, endpoints.removeMember, async (ctx, { params }) =>
    memberView(await actions.removeMember(ctx, params.memberId)),
  )
}
