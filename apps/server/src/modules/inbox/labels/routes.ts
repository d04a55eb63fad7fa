import { getDeskSettings, updateDeskSettings } from '@recado/contracts/automation/desk-settings'
import {
  createSlaPolicy,
  deleteSlaPolicy,
  listSlaPolicies,
  updateSlaPolicy,
} from '@recado/contracts/automation/sla-policies'
import {
  createBusinessHours,
  deleteBusinessHours,
  listBusinessHours,
  updateBusinessHours,
} from '@recado/contracts/companies/business-hours'
import { createTeam, deleteTeam, listTeams, updateTeam } from '@recado/contracts/companies/teams'
import {
  createContactAttribute,
  deleteContactAttribute,
  listContactAttributes,
  updateContactAttribute,
} from '@recado/contracts/contacts/contact-attributes'
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  updateCannedReply,
  useCannedReply,
} from '@recado/contracts/inbox/canned-replies'
import { createLabel, deleteLabel, listLabels, updateLabel } from '@recado/contracts/inbox/labels'
import { createMacro, deleteMacro, listMacros, updateMacro } from '@recado/contracts/inbox/macros'
import {
  createSavedView,
  deleteSavedView,
  listSavedViews,
  setDefaultView,
  updateSavedView,
} from '@recado/contracts/inbox/saved-views'
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
  route(app, listLabels, async (ctx, { query }) => ({
    data: await labels.listLabels(ctx, query.with === 'counts'),
  }))
  route(app, createLabel, (ctx, { body }) => labels.createLabel(ctx, body))
  route(app, updateLabel, (ctx, { params, body }) => labels.changeLabel(ctx, params.id, body))
  route(app, deleteLabel, (ctx, { params }) => labels.removeLabel(ctx, params.id))

  route(app, listBusinessHours, async (ctx) => ({ data: await hours.listBusinessHours(ctx) }))
  route(app, createBusinessHours, (ctx, { body }) => hours.addBusinessHours(ctx, body))
  route(app, updateBusinessHours, (ctx, { params, body }) => hours.changeBusinessHours(ctx, params.id, body))
  route(app, deleteBusinessHours, (ctx, { params }) => hours.removeBusinessHours(ctx, params.id))

  route(app, listTeams, async (ctx) => ({ data: await teams.listTeams(ctx) }))
  route(app, createTeam, (ctx, { body }) => teams.addTeam(ctx, body))
  route(app, updateTeam, (ctx, { params, body }) => teams.changeTeam(ctx, params.id, body))
  route(app, deleteTeam, (ctx, { params }) => teams.removeTeam(ctx, params.id))

  route(app, listSlaPolicies, async (ctx) => ({ data: await sla.listSlaPolicies(ctx) }))
  route(app, createSlaPolicy, (ctx, { body }) => sla.addSlaPolicy(ctx, body))
  route(app, updateSlaPolicy, (ctx, { params, body }) => sla.changeSlaPolicy(ctx, params.id, body))
  route(app, deleteSlaPolicy, (ctx, { params }) => sla.removeSlaPolicy(ctx, params.id))

  route(app, listContactAttributes, async (ctx) => ({ data: await attributes.listAttributes(ctx) }))
  route(app, createContactAttribute, (ctx, { body }) => attributes.addAttribute(ctx, body))
  route(app, updateContactAttribute, (ctx, { params, body }) => attributes.changeAttribute(ctx, params.id, body))
  route(app, deleteContactAttribute, (ctx, { params }) => attributes.removeAttribute(ctx, params.id))

  route(app, getDeskSettings, (ctx) => settings.getDeskSettings(ctx))
  route(app, updateDeskSettings, (ctx, { body }) => settings.changeDeskSettings(ctx, body))
}

const owned = (app: FastifyInstance) => {
  route(app, listCannedReplies, async (ctx, { query }) => ({
    data: await canned.listCannedReplies(ctx, query.search),
  }))
  route(app, createCannedReply, (ctx, { body }) => canned.addCannedReply(ctx, body))
  route(app, updateCannedReply, (ctx, { params, body }) => canned.changeCannedReply(ctx, params.id, body))
  route(app, deleteCannedReply, (ctx, { params }) => canned.removeCannedReply(ctx, params.id))
  route(app, useCannedReply, (ctx, { params, body }) => canned.fillCannedReply(ctx, params.id, body.conversationId))

  route(app, listMacros, async (ctx) => ({ data: await macros.listMacros(ctx) }))
  route(app, createMacro, (ctx, { body }) => macros.addMacro(ctx, body))
  route(app, updateMacro, (ctx, { params, body }) => macros.changeMacro(ctx, params.id, body))
  route(app, deleteMacro, (ctx, { params }) => macros.removeMacro(ctx, params.id))

  route(app, listSavedViews, async (ctx, { query }) => ({ data: await views.listViews(ctx, query.page) }))
  route(app, createSavedView, (ctx, { body }) => views.addView(ctx, body))
  route(app, updateSavedView, (ctx, { params, body }) => views.changeView(ctx, params.id, body))
  route(app, setDefaultView, (ctx, { params, body }) => views.chooseDefault(ctx, params.id, body.isDefault))
  route(app, deleteSavedView, (ctx, { params }) => views.removeView(ctx, params.id))
}

/** How a company's team works. Presence is mounted where conversations are given out. */
export const deskRoutes = async (app: FastifyInstance): Promise<void> => {
  companyWide(app)
  owned(app)
}
