import * as contract from '@recado/contracts/templates'
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
  route(app, contract.createTemplate, (ctx, { body }) => createDraft(ctx, body))
  route(app, contract.saveTemplateDraft, (ctx, { params, body }) =>
    saveDraft(ctx, params.id, body.version, body.content),
  )
  route(app, contract.discardTemplateDraft, (ctx, { params }) => discardDraft(ctx, params.id))
  route(app, contract.submitTemplate, (ctx, { params, body }) => submitTemplate(ctx, params.id, body.version))
  route(app, contract.deleteTemplate, (ctx, { params, query }) => deleteTemplate(ctx, params.id, query.scope))
  route(app, contract.archiveTemplate, (ctx, { params, body }) => archiveTemplate(ctx, params.id, body.archived))
  route(app, contract.copyTemplate, (ctx, { params, body }) => copyTemplate(ctx, params.id, body))
  route(app, contract.importTemplates, (ctx, { body }) => importTemplates(ctx, body.accountId, body.templates))
  route(app, contract.changeTemplates, (ctx, { body }) => changeTemplates(ctx, 'company', body))
  route(app, contract.checkTemplateLinks, (ctx, { body }) => checkLinks(ctx, body.urls))
  route(app, contract.uploadTemplateMedia, (ctx, { file }) => storeSample(ctx, file))
  route(app, contract.refreshTemplateAnalytics, (ctx, { params, body }) =>
    refreshAnalytics(ctx, params.id, body.enable),
  )
}

/** The same for those who look after numbers of companies. */
const operating = (app: FastifyInstance): void => {
  route(app, contract.listOperatorTemplates, (ctx, { query }) => listOperatorGroups(ctx, query))
  route(app, contract.listOperatorTemplateAccounts, (ctx) => listOperatorAccountLines(ctx))
  route(app, contract.getOperatorTemplate, (ctx, { params }) => readOperatorTemplate(ctx, params.id))
  route(app, contract.syncOperatorTemplates, (ctx, { body }) => syncOperatorAccount(ctx, body.accountId))
  route(app, contract.changeOperatorTemplates, (ctx, { body }) => changeTemplates(ctx, 'operator', body))
  route(app, contract.exportOperatorTemplates, (ctx, { body }) => exportOperatorTemplates(ctx, body.selection))
  route(app, contract.importOperatorTemplates, (ctx, { body }) =>
    importOperatorTemplates(ctx, body.accountId, body.templates),
  )
}

/** Message templates: what a company writes, what Meta has of it, and what became of both. */
export const templateRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listTemplateGroups, (ctx, { query }) => listCompanyGroups(ctx, query))
  route(app, contract.listTemplateAccounts, async (ctx) => ({ data: await listAccounts(ctx, [ctx.company.id]) }))
  route(app, contract.getTemplate, (ctx, { params }) => readTemplate(ctx, params.id))
  route(app, contract.listTemplateVersions, (ctx, { params }) => readVersions(ctx, params.id))
  route(app, contract.listTemplateUses, (ctx, { params, query }) => readUses(ctx, params.id, query.scope))
  route(app, contract.getTemplateAnalytics, (ctx, { params }) => readAnalytics(ctx, params.id))
  route(app, contract.exportTemplates, (ctx, { query }) => exportTemplates(ctx, query))
  route(app, contract.exportSelectedTemplates, (ctx, { body }) => exportSelected(ctx, body.selection))
  route(app, contract.listTemplatePrices, async (ctx) => ({ data: await readPrices(ctx) }))
  route(app, contract.syncTemplateAccounts, (ctx, { body }) => syncTemplates(ctx, body.accountId))
  route(app, contract.listTemplateLibrary, (ctx, { query }) => listLibrary(ctx, query))
  writing(app)
  operating(app)
}
