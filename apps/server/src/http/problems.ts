import { type ErrorCode, errorStatus, type FieldError, type Problem } from '@recado/contracts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { AppError } from './app-error.ts'
import { LATE_BODY } from './body-time.ts'
import { RefusedBody } from './json-body.ts'

const titles: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'Some fields are not valid',
  internal: 'Something went wrong on our side',
  not_found: 'Not found',
}

const titleOf = (code: ErrorCode) =>
  titles[code] ?? `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`

const MOST_FIELDS = 100

/** The fields a schema refused, as the problem document lists them: the first of them when there are many. */
export const fieldErrorsOf = (error: ZodError): FieldError[] =>
  error.issues.slice(0, MOST_FIELDS).map((issue) => ({
    path: issue.path.join('.'),
    code: issue.code === 'custom' && typeof issue.params?.['code'] === 'string' ? issue.params['code'] : issue.code,
    message: issue.message,
  }))

/** Problem document of an error (RFC 9457). */
export const problemOf = (error: AppError, traceId: string): Problem => ({
  type: `https://recado.dev/problems/${error.code}`,
  title: titleOf(error.code),
  status: error.status,
  code: error.code,
  trace_id: traceId,
  ...(error.details.detail === undefined ? {} : { detail: error.details.detail }),
  ...(error.details.errors === undefined ? {} : { errors: error.details.errors }),
  ...(error.details.data === undefined ? {} : { data: error.details.data }),
})

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

const translate = (error: FastifyError | Error): AppError => {
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

export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: AppError) => {
  if (error.details.retryAfter !== undefined)
    reply.header('retry-after', Math.max(1, Math.ceil(error.details.retryAfter)))
  return reply
    .code(error.status)
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problemOf(error, request.id)))
}

/** One place where errors become answers. An unknown error is logged whole and answers only its trace id. */
export const registerProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const known = translate(error)
    if (errorStatus[known.code] >= 500) request.log.error({ err: known.details.cause ?? known }, 'request failed')
    return sendProblem(request, reply, known)
  })
}
