import type { ErrorCode, Problem } from '@recado/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppError } from './app-error.ts'
import { tellWhenToRetry, toAppError } from './errors.ts'

const titles: Partial<Record<ErrorCode, string>> = {
  validation_failed: 'Some fields are not valid',
  internal: 'Something went wrong on our side',
  not_found: 'Not found',
}

const titleOf = (code: ErrorCode) =>
  titles[code] ?? `${code.charAt(0).toUpperCase()}${code.slice(1).replaceAll('_', ' ')}`

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

/** Answers with the problem document of an error. */
export const sendProblem = (request: FastifyRequest, reply: FastifyReply, error: AppError) => {
  request.problem = error.code
  return tellWhenToRetry(reply, error)
    .code(error.status)
    .header('content-type', 'application/problem+json')
    .send(JSON.stringify(problemOf(error, request.id)))
}

/** One place where errors become answers. An unknown error is logged whole and answers only its trace id. */
export const registerProblems = (app: FastifyInstance): void => {
  app.setErrorHandler((thrown: Error, request, reply) => {
    const error = toAppError(thrown)
    if (error.status >= 500) request.log.error({ err: error.details.cause ?? error }, 'request failed')
    return sendProblem(request, reply, error)
  })
}
