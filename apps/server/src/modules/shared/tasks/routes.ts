import { exportList } from '@recado/contracts/shared/lists'
import * as contract from '@recado/contracts/shared/tasks'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { route } from '#server/http/mount.ts'
import { sendFile } from '#server/modules/shared/files/index.ts'
import { cancelTask, listTasks, readTaskFile } from './actions/read.ts'

/** Background tasks of the person, which modules start by `defineTask`, and files of the lists that can be had as one. */
export const taskRoutes = async (app: FastifyInstance): Promise<void> => {
  const byList = new Map(app.deps.listExports.map((one) => [one.list, one]))
  if (byList.size < app.deps.listExports.length) throw new Error('A list is exported twice')
  route(app, contract.listTasks, async (ctx) => ({ data: await listTasks(ctx) }))
  route(app, contract.downloadTaskFile, async (ctx, { params }, http) => {
    await sendFile(ctx.deps, http, await readTaskFile(ctx, params.id), { cached: false })
  })
  route(app, contract.cancelTask, (ctx, { params }) => cancelTask(ctx, params.id))
  route(app, exportList, (ctx, { body }) => {
    const found = byList.get(body.list)
    if (!found) throw new AppError('not_found')
    return found.start(ctx, body)
  })
}
