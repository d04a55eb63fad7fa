import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '@recado/contracts'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#server/http/app-error.ts'
import { registerErrors, tellWhenToRetry, toAppError } from '#server/http/errors.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

type ErrorBody = { statusCode: number; message: string | string[]; error?: string }
export type ErrorAnswer = { status: number; body: ErrorBody }

/** A plain 401 and a 429 carry no `error`, as the published clients know them. */
const answer = (status: number, texts: string | string[]): ErrorAnswer => {
  const plain = status === 429 || (status === 401 && texts === 'Unauthorized')
  const error = plain ? {} : { error: STATUS_CODES[status] ?? 'Error' }
  return { status, body: { statusCode: status, message: texts, ...error } }
}

/** What is refused before any of our code sees it, in the words of the published clients. */
const texts: Partial<Record<ErrorCode, string>> = {
  malformed_request: 'The body is not valid JSON',
  payload_too_large: 'request entity too large',
  rate_limited: 'Too many requests from this address',
  request_timeout: 'The body did not arrive in time',
  unsupported_media_type: 'Unsupported media type',
}

const isCutShort = (error: Error) => 'code' in error && error.code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH'

/** The error response for the caller. Unexpected errors are logged in full and reveal nothing. */
export const answerOfError = (thrown: Error, log: FastifyBaseLogger): ErrorAnswer => {
  if (thrown instanceof V1Error) return answer(thrown.status, thrown.texts)
  if (isCutShort(thrown)) return answer(400, 'The body is not as long as it says')
  const { code, status, details } = toAppError(thrown)
  const text = texts[code]
  if (text !== undefined) return answer(status, details.detail ?? text)
  log.error({ err: thrown }, 'request failed')
  return answer(500, 'Internal server error')
}

/** Errors of everything mounted on `app` answer in the shape of the notification API. */
export const registerV1Errors = (app: FastifyInstance): void => {
  const send = (reply: FastifyReply, { status, body }: ErrorAnswer) => reply.code(status).send(body)
  registerErrors(app, {
    sendError: (request, reply, thrown) => {
      if (thrown instanceof AppError) tellWhenToRetry(reply, thrown)
      return send(reply, answerOfError(thrown, request.log))
    },
    sendNotFound: (request, reply) => send(reply, answer(404, `Cannot ${request.method} ${request.url.split('?')[0]}`)),
  })
}
