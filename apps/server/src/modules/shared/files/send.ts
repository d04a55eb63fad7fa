import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import { dispositionOf, rangeOf } from './delivery.ts'
import type { FileRow } from './queries.ts'

const describe = (reply: FastifyReply, file: FileRow, cached: boolean) =>
  reply
    .header('content-type', file.mime)
    .header('content-disposition', dispositionOf(file.mime, file.name))
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'; sandbox",
    )
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', cached ? 'private, max-age=1800, immutable' : 'no-store')
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.sha256}"`)

/** Answers the bytes of a file that the caller may have, or the range that was asked for; `cached` says that browsers keep them. */
export const sendFile = (
  { files }: Pick<Deps, 'files'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  file: FileRow,
  { cached }: { cached: boolean },
): FastifyReply => {
  describe(reply, file, cached)
  if (request.headers['if-none-match'] === `"${file.sha256}"`) return reply.code(304).send()
  const range = rangeOf(request.headers.range, file.size)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.size}`).send()
  if (!range) return reply.header('content-length', file.size).send(files.read(file.path))
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
    .header('content-length', range.end - range.start + 1)
    .send(files.read(file.path, range))
}
