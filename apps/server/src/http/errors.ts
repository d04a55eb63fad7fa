import type { ErrorCode, FieldError } from '@recado/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { AppError } from './app-error.ts'
import { LATE_BODY } from './body-time.ts'
import { RefusedBody } from './json-body.ts'

const MOST_FIELDS = 100

/** The fields a schema refused, as the problem document lists them: the first of them when there are many. */
export const fieldErrorsOf = (error: ZodError): FieldError[] =>
  error.issues.slice(0, MOST_FIELDS).map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code,
    message: issue.message,
  }))

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_request',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  [LATE_BODY]: 'request_timeout',
  FST_REQ_FILE_TOO_LARGE: 'file_too_large',
  FST_FILES_LIMIT: 'malformed_request',
}

/** No room on the disk or in the quota, for files (Node's codes) or for the database (PostgreSQL's). */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])

const isStorageFull = (error: Error): boolean =>
  ('code' in error && fullCodes.has(String(error.code))) ||
  (error.cause instanceof Error && error.cause !== error && isStorageFull(error.cause))

/** What was thrown, as an error with a code: ours, what the server refuses before our code sees it, or `internal`. */
export const toAppError = (error: Error): AppError => {
  if (error instanceof AppError) return error
  if (isStorageFull(error)) return new AppError('storage_full', { cause: error })
  if (error instanceof RefusedBody) {
    const code = error.reason === 'wide' ? 'payload_too_large' : 'malformed_request'
    return new AppError(code, { detail: error.message })
  }
  if (error instanceof ZodError) return new AppError('validation_failed', { errors: fieldErrorsOf(error) })
  const known = 'code' in error ? fastifyCodes[String(error.code)] : undefined
  if (known) return new AppError(known)
  if (error.message === 'Unexpected end of multipart data') return new AppError('malformed_request', { cause: error })
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (status === 400 || error instanceof SyntaxError) return new AppError('malformed_request')
  return new AppError('internal', { cause: error })
}

/** Says after how many seconds another try makes sense, where the error knows. */
export const tellWhenToRetry = (reply: FastifyReply, { details: { retryAfter } }: AppError): FastifyReply =>
  retryAfter === undefined ? reply : reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)))

type Writers = {
  sendError: (request: FastifyRequest, reply: FastifyReply, thrown: Error) => FastifyReply
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply
}

/** Has errors of everything mounted on `app` answered in a shape of its own. */
export const registerErrors = (app: FastifyInstance, { sendError, sendNotFound }: Writers): void => {
  app.setErrorHandler((thrown: Error, request, reply) =>
    request.is404 ? sendNotFound(request, reply) : sendError(request, reply, thrown),
  )
  app.setNotFoundHandler(sendNotFound)
}
