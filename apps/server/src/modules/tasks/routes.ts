import * as contract from '@recado/contracts/tasks'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { cancelTask, listTasks } from './actions/read.ts'

/** Background tasks of the person. Modules start them by `defineTask`. */
export const taskRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listTasks, async (ctx) => ({ data: await listTasks(ctx) }))
  route(app, contract.cancelTask, (ctx, { params }) => cancelTask(ctx, params.id))
}
