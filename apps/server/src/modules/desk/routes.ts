import * as contract from '@recado/contracts/desk'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import * as attributes from './actions/attributes.ts'
import * as canned from './actions/canned.ts'
import * as hours from './actions/hours.ts'
import * as labels from './actions/labels.ts'
import * as macros from './actions/macros.ts'
import * as settings from './actions/settings.ts'
import * as sla from './actions/sla.ts'
import * as teams from './actions/teams.ts'
import * as views from './actions/views.ts'

const companyWide = (app: FastifyInstance) => {
  route(app, contract.listLabels, async (ctx, { query }) => ({
    data: await labels.listLabels(ctx, query.with === 'counts'),
  }))
  route(app, contract.createLabel, (ctx, { body }) => labels.createLabel(ctx, body))
  route(app, contract.updateLabel, (ctx, { params, body }) => labels.changeLabel(ctx, params.id, body))
  route(app, contract.deleteLabel, (ctx, { params }) => labels.removeLabel(ctx, params.id))

  route(app, contract.listBusinessHours, async (ctx) => ({ data: await hours.listBusinessHours(ctx) }))
  route(app, contract.createBusinessHours, (ctx, { body }) => hours.addBusinessHours(ctx, body))
  route(app, contract.updateBusinessHours, (ctx, { params, body }) => hours.changeBusinessHours(ctx, params.id, body))
  route(app, contract.deleteBusinessHours, (ctx, { params }) => hours.removeBusinessHours(ctx, params.id))

  route(app, contract.listTeams, async (ctx) => ({ data: await teams.listTeams(ctx) }))
  route(app, contract.createTeam, (ctx, { body }) => teams.addTeam(ctx, body))
  route(app, contract.updateTeam, (ctx, { params, body }) => teams.changeTeam(ctx, params.id, body))
  route(app, contract.deleteTeam, (ctx, { params }) => teams.removeTeam(ctx, params.id))

  route(app, contract.listSlaPolicies, async (ctx) => ({ data: await sla.listSlaPolicies(ctx) }))
  route(app, contract.createSlaPolicy, (ctx, { body }) => sla.addSlaPolicy(ctx, body))
  route(app, contract.updateSlaPolicy, (ctx, { params, body }) => sla.changeSlaPolicy(ctx, params.id, body))
  route(app, contract.deleteSlaPolicy, (ctx, { params }) => sla.removeSlaPolicy(ctx, params.id))

  route(app, contract.listContactAttributes, async (ctx) => ({ data: await attributes.listAttributes(ctx) }))
  route(app, contract.createContactAttribute, (ctx, { body }) => attributes.addAttribute(ctx, body))
  route(app, contract.updateContactAttribute, (ctx, { params, body }) =>
    attributes.changeAttribute(ctx, params.id, body),
  )
  route(app, contract.deleteContactAttribute, (ctx, { params }) => attributes.removeAttribute(ctx, params.id))

  route(app, contract.getDeskSettings, (ctx) => settings.getDeskSettings(ctx))
  route(app, contract.updateDeskSettings, (ctx, { body }) => settings.changeDeskSettings(ctx, body))
}

const owned = (app: FastifyInstance) => {
  route(app, contract.listCannedReplies, async (ctx, { query }) => ({
    data: await canned.listCannedReplies(ctx, query.search),
  }))
  route(app, contract.createCannedReply, (ctx, { body }) => canned.addCannedReply(ctx, body))
  route(app, contract.updateCannedReply, (ctx, { params, body }) => canned.changeCannedReply(ctx, params.id, body))
  route(app, contract.deleteCannedReply, (ctx, { params }) => canned.removeCannedReply(ctx, params.id))
  route(app, contract.useCannedReply, (ctx, { params, body }) =>
    canned.fillCannedReply(ctx, params.id, body.conversationId),
  )

  route(app, contract.listMacros, async (ctx) => ({ data: await macros.listMacros(ctx) }))
  route(app, contract.createMacro, (ctx, { body }) => macros.addMacro(ctx, body))
  route(app, contract.updateMacro, (ctx, { params, body }) => macros.changeMacro(ctx, params.id, body))
  route(app, contract.deleteMacro, (ctx, { params }) => macros.removeMacro(ctx, params.id))

  route(app, contract.listSavedViews, async (ctx, { query }) => ({ data: await views.listViews(ctx, query.page) }))
  route(app, contract.createSavedView, (ctx, { body }) => views.addView(ctx, body))
  route(app, contract.updateSavedView, (ctx, { params, body }) => views.changeView(ctx, params.id, body))
  route(app, contract.setDefaultView, (ctx, { params, body }) => views.chooseDefault(ctx, params.id, body.isDefault))
  route(app, contract.deleteSavedView, (ctx, { params }) => views.removeView(ctx, params.id))
}

/** How a company's team works. Presence is mounted where conversations are given out. */
export const deskRoutes = async (app: FastifyInstance): Promise<void> => {
  companyWide(app)
  owned(app)
}
