import { STATUS_CODES } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LATE_BODY } from '#server/http/body-time.ts'
import { RefusedBody } from '#server/http/json-body.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

type ErrorBody = { statusCode: number; message: string | string[]; error?: string }
export type ErrorAnswer = { status: number; body: ErrorBody }

/** A plain 401 and a 429 carry no `error`, as the published clients know them. */
const answer = (status: number, texts: string | string[]): ErrorAnswer => {
  const plain = status === 429 || (status === 401 && texts === 'Unauthorized')
  const error = plain ? {} : { error: STATUS_CODES[status] ?? 'Error' }
  return { status, body: { statusCode: status, message: texts, ...error } }
}

const known: Record<string, [status: number, text: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Unsupported media type'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'request entity too large'],
  [LATE_BODY]: [408, 'The body did not arrive in time'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'The body is not as long as it says'],
}

/** What an error says to the caller. One that nobody foresaw is logged whole and says nothing. */
export const answerOfError = (error: unknown, log: FastifyBaseLogger): ErrorAnswer => {
  if (error instanceof V1Error) return answer(error.status, error.texts)
  if (error instanceof RefusedBody) return answer(error.statusCode, error.message)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const foreseen = known[code]
  if (foreseen) return answer(...foreseen)
  const isSyntax =
    error instanceof SyntaxError || (error instanceof Error && 'statusCode' in error && error.statusCode === 400)
  if (isSyntax) return answer(400, 'The body is not valid JSON')
  log.error({ err: error }, 'request failed')
  return answer(500, 'Internal server error')
}

/** Errors of everything mounted on `app` answer in the shape of the notification API. */
export const registerV1Errors = (app: FastifyInstance): void => {
  const sendNotFound = (request: FastifyRequest, reply: FastifyReply) => {
    const { status, body } = answer(404, `Cannot ${request.method} ${request.url.split('?')[0]}`)
    return reply.code(status).send(body)
  }
  app.setErrorHandler((error, request, reply) => {
    if (request.is404) return sendNotFound(request, reply)
    const { status, body } = answerOfError(error, request.log)
    return reply.code(status).send(body)
  })
  app.setNotFoundHandler(sendNotFound)
}
