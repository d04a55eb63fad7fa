import type { EndpointCall, EndpointResponse, EndpointShape, Problem } from '@recado/contracts'
import type { FastifyRequest } from 'fastify'

/** Calls an endpoint of the public API for the key of a request. */
export type Call = <E extends EndpointShape>(
  endpoint: E,
  parts: EndpointCall<E>,
  idempotencyKey?: string,
) => Promise<EndpointResponse<E>>

/** What the API refused. */
export class RefusedCall extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

const addressOf = ({ path }: EndpointShape, { params, query }: Parts): string => {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name])))
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  return `${filled}?${new URLSearchParams(asked.map(([name, value]): [string, string] => [name, String(value)]))}`
}

/**
 * Calls within the process, as the key itself would from outside: what it may do, limits, validation and the stripping of
 * answers are those of the API, and exist once.
 */
export const callerFor = ({ server, headers, ip }: FastifyRequest): Call => {
  const call = async (endpoint: EndpointShape, parts: Parts, idempotencyKey?: string): Promise<unknown> => {
    const answer = await server.inject({
      method: endpoint.method,
      url: addressOf(endpoint, parts),
      remoteAddress: ip,
      headers: {
        host: headers.host,
        authorization: headers.authorization,
        'user-agent': headers['user-agent'],
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(parts.body !== undefined && { payload: parts.body as object }),
    })
    if (answer.statusCode >= 400) throw new RefusedCall(answer.json())
    return answer.body === '' ? undefined : answer.json()
  }
  return call as Call
}
