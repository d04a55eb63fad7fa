import type { z } from 'zod'
import type { Ability } from './abilities.ts'
import type { ApiScope } from './api-scopes.ts'
import type { ErrorCode } from './errors.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Who may call an endpoint: anybody, whoever is signed in, or an actor with the named ability. */
export type Guard = 'public' | 'signed_in' | Ability

/** How the request body travels. `multipart` carries one file besides the fields. */
export type BodyKind = 'json' | 'multipart'

export type EndpointShape = {
  method: Method
  /** Path with `:name` parameters, from the root, e.g. `/api/v1/contacts/:id`. */
  path: string
  can: Guard
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  /** That of a change carries no defaults: what is absent stays as it is. */
  body?: z.ZodType
  bodyKind?: BodyKind
  /** `null` means the endpoint answers 204 without a body. */
  response: z.ZodType | null
  /** The domain codes it can answer, besides those any endpoint can. */
  errors?: readonly ErrorCode[]
  /** Part of the public API: what an API key needs to call it. Without it no key may. */
  scope?: ApiScope
  /** Refused to whoever acts as someone else, in any mode. */
  notImpersonated?: true
  /** Status of the successful answer; 200, or 204 when `response` is null. */
  status?: 200 | 201 | 202 | 204
}

export type Endpoint<E extends EndpointShape = EndpointShape> = Readonly<E>

/** Declares one call of the API. The server mounts it, the browser calls it, OpenAPI is printed from it. */
export const endpoint = <const E extends EndpointShape>(shape: E): Endpoint<E> => Object.freeze(shape)

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined

/** What a handler receives: parsed values. */
export type EndpointInput<E extends EndpointShape> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
}

type Part<K extends string, T> = T extends z.ZodType
  ? Record<never, never> extends z.input<T>
    ? { [P in K]?: z.input<T> }
    : { [P in K]: z.input<T> }
  : { [P in K]?: never }

/** What a caller passes: values before parsing. Parts that the endpoint does not declare are absent. */
export type EndpointCall<E extends EndpointShape> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What a handler returns, before the response schema strips what it does not name. */
export type EndpointResult<E extends EndpointShape> = E['response'] extends z.ZodType
  ? InputOf<E['response']>
  : undefined

/** What a caller gets back. */
export type EndpointResponse<E extends EndpointShape> = E['response'] extends z.ZodType
  ? OutputOf<E['response']>
  : undefined
