import type { ErrorCode } from './operations.gen.ts'

/** What the API answers when it refuses a call (RFC 9457). */
export type Problem = {
  status: number
  /** Never changes its meaning; texts may. Codes that are newer than this package are possible. */
  code: ErrorCode | (string & {})
  title: string
  detail?: string
  trace_id?: string
  /** The fields that were refused. */
  errors?: { path: string; code: string; message: string }[]
  data?: Record<string, unknown>
}

/** A call that the API refused, or could not answer. */
export class RecadoError extends Error {
  readonly status: number
  readonly code: Problem['code']
  readonly problem: Problem

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.detail ?? problem.title}`)
    this.name = 'RecadoError'
    this.status = problem.status
    this.code = problem.code
    this.problem = problem
  }
}
