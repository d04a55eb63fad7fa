import * as contract from '@recado/contracts/contacts/imports'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { contentDisposition } from '#server/modules/shared/files/index.ts'
import * as change from './actions/change.ts'
import { rowsFile } from './actions/download.ts'
import { listImports, listRows, readImport } from './actions/read.ts'
import { createImport, readAgain } from './actions/upload.ts'

/** Files of contacts: read, mapped, checked, taken in and undone. */
export const importRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listImports, (ctx, { query }) => listImports(ctx, query))
  route(app, contract.createImport, (ctx, { file, query }) => createImport(ctx, file, query.pasted === 'yes'))
  route(app, contract.getImport, (ctx, { params }) => readImport(ctx, params.id))
  route(app, contract.readImportAgain, (ctx, { params, body }) => readAgain(ctx, params.id, body))
  route(app, contract.saveImportMapping, (ctx, { params, body }) => change.saveMapping(ctx, params.id, body))
  route(app, contract.dryRunImport, (ctx, { params }) => change.dryRun(ctx, params.id))
  route(app, contract.startImport, (ctx, { params }) => change.start(ctx, params.id))
  route(app, contract.cancelImport, (ctx, { params }) => change.cancel(ctx, params.id))
  route(app, contract.revertImport, (ctx, { params }) => change.revert(ctx, params.id))
  route(app, contract.listImportRows, (ctx, { params, query }) => listRows(ctx, params.id, query))
  route(app, contract.downloadImportRows, async (ctx, { params, query }, { reply }) => {
    const { name, mime, source } = await rowsFile(ctx, params.id, { rows: query.rows, locale: query.language ?? 'en' })
    await reply.type(mime).header('content-disposition', contentDisposition(mime, name)).send(source)
  })
}
