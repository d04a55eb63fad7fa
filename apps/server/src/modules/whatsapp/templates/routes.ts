import * as operator from '@recado/contracts/admin/operator-templates'
import * as portable from '@recado/contracts/whatsapp/portable-templates'
import * as accounts from '@recado/contracts/whatsapp/template-accounts'
import * as analytics from '@recado/contracts/whatsapp/template-analytics'
import * as drafts from '@recado/contracts/whatsapp/template-drafts'
import * as library from '@recado/contracts/whatsapp/template-library'
import * as links from '@recado/contracts/whatsapp/template-links'
import * as media from '@recado/contracts/whatsapp/template-media'
import * as prices from '@recado/contracts/whatsapp/template-prices'
import * as uses from '@recado/contracts/whatsapp/template-uses'
import * as versions from '@recado/contracts/whatsapp/template-versions'
import * as templates from '@recado/contracts/whatsapp/templates'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readAnalytics, refreshAnalytics } from './actions/analytics.ts'
import { copyTemplate, createDraft, discardDraft, saveDraft } from './actions/draft.ts'
import { listLibrary } from './actions/library.ts'
import { checkLinks } from './actions/links.ts'
import { listAccounts, listCompanyGroups } from './actions/list.ts'
import { changeTemplates } from './actions/many.ts'
import { storeSample } from './actions/media.ts'
import {
  exportOperatorTemplates,
  importOperatorTemplates,
  listOperatorAccountLines,
  listOperatorGroups,
  readOperatorTemplate,
  syncOperatorAccount,
} from './actions/operator.ts'
import { readPrices } from './actions/prices.ts'
import { readTemplate, readUses, readVersions } from './actions/read.ts'
import { archiveTemplate, deleteTemplate } from './actions/remove.ts'
import { submitTemplate } from './actions/submit.ts'
import { syncTemplates } from './actions/sync.ts'
import { exportSelected, exportTemplates, importTemplates } from './actions/transfer.ts'

const writing = (app: FastifyInstance): void => {
  route(app, drafts.createTemplate, (ctx, { body }) => createDraft(ctx, body))
  route(app, drafts.saveTemplateDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body.version, body.content))
  route(app, drafts.discardTemplateDraft, (ctx, { params }) => discardDraft(ctx, params.id))
  route(app, drafts.submitTemplate, (ctx, { params, body }) => submitTemplate(ctx, params.id, body.version))
  route(app, templates.deleteTemplate, (ctx, { params, query }) => deleteTemplate(ctx, params.id, query.scope))
  route(app, templates.archiveTemplate, (ctx, { params, body }) => archiveTemplate(ctx, params.id, body.archived))
  route(app, drafts.copyTemplate, (ctx, { params, body }) => copyTemplate(ctx, params.id, body))
  route(app, portable.importTemplates, (ctx, { body }) => importTemplates(ctx, body.accountId, body.templates))
  route(app, templates.changeTemplates, (ctx, { body }) => changeTemplates(ctx, 'company', body))
  route(app, links.checkTemplateLinks, (ctx, { body }) => checkLinks(ctx, body.urls))
  route(app, media.uploadTemplateMedia, (ctx, { file }) => storeSample(ctx, file))
  route(app, analytics.refreshTemplateAnalytics, (ctx, { params, body }) =>
    refreshAnalytics(ctx, params.id, body.enable),
  )
}

/** Endpoints for operators, who look after numbers of companies. */
const operating = (app: FastifyInstance): void => {
  route(app, operator.listOperatorTemplates, (ctx, { query }) => listOperatorGroups(ctx, query))
  route(app, operator.listOperatorTemplateAccounts, (ctx) => listOperatorAccountLines(ctx))
  route(app, operator.getOperatorTemplate, (ctx, { params }) => readOperatorTemplate(ctx, params.id))
  route(app, operator.syncOperatorTemplates, (ctx, { body }) => syncOperatorAccount(ctx, body.accountId))
  route(app, operator.changeOperatorTemplates, (ctx, { body }) => changeTemplates(ctx, 'operator', body))
  route(app, operator.exportOperatorTemplates, (ctx, { body }) => exportOperatorTemplates(ctx, body.selection))
  route(app, operator.importOperatorTemplates, (ctx, { body }) =>
    importOperatorTemplates(ctx, body.accountId, body.templates),
  )
}

/** Message templates: what a company writes, what Meta has of it, and what became of both. */
export const templateRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, templates.listTemplateGroups, (ctx, { query }) => listCompanyGroups(ctx, query))
  route(app, accounts.listTemplateAccounts, async (ctx) => ({ data: await listAccounts(ctx, [ctx.company.id]) }))
  route(app, templates.getTemplate, (ctx, { params }) => readTemplate(ctx, params.id))
  route(app, versions.listTemplateVersions, (ctx, { params }) => readVersions(ctx, params.id))
  route(app, uses.listTemplateUses, (ctx, { params, query }) => readUses(ctx, params.id, query.scope))
  route(app, analytics.getTemplateAnalytics, (ctx, { params }) => readAnalytics(ctx, params.id))
  route(app, portable.exportTemplates, (ctx, { query }) => exportTemplates(ctx, query))
  route(app, portable.exportSelectedTemplates, (ctx, { body }) => exportSelected(ctx, body.selection))
  route(app, prices.listTemplatePrices, async (ctx) => ({ data: await readPrices(ctx, ctx.company.id) }))
  route(app, accounts.syncTemplateAccounts, (ctx, { body }) => syncTemplates(ctx, body.accountId))
  route(app, library.listTemplateLibrary, (ctx, { query }) => listLibrary(ctx, query))
  writing(app)
  operating(app)
}
