import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { isUuid } from '#server/lib/ids.ts'
import { dispositionOf, rangeOf } from './delivery.ts'
import { isFileLinkValid } from './links.ts'
import { type FileRow, findLinkedFile } from './queries.ts'

const describe = (reply: FastifyReply, file: FileRow) =>
  reply
    .header('content-type', file.mime)
    .header('content-disposition', dispositionOf(file.mime, file.name))
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox",
    )
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'private, max-age=1800, immutable')
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.sha256}"`)

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
      describe(reply, file)
      if (request.headers['if-none-match'] === `"${file.sha256}"`) return reply.code(304).send()
      const range = rangeOf(request.headers.range, file.size)
      if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
      if (!range) return reply.header('content-length', file.size).send(app.deps.files.read(file.path))
      return reply
        .code(206)
        .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
        .header('content-length', range.end - range.start + 1)
        .send(app.deps.files.read(file.path, range))
    },
  )
}
