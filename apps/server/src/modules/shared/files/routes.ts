import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { isFileLinkValid } from './links.ts'
import { findLinkedFile } from './queries.ts'
import { sendFile } from './send.ts'

/** Bytes of stored files, by short-lived signed links. */
export const fileRoutes = async (app: FastifyInstance): Promise<void> => {
  app.get<{ Params: { id: string }; Querystring: { expires?: string; sig?: string } }>(
    '/files/:id',
    async (request, reply) => {
      const { id } = request.params
      const { expires, sig } = request.query
      if (!isUuid(id) || !isFileLinkValid(app.deps, id, Number(expires), String(sig))) throw new AppError('not_found')
      const file = await findLinkedFile(app.deps.database, id)
      if (!file) throw new AppError('not_found')
      return sendFile(app.deps, { request, reply }, file, { cached: true })
    },
  )
}
