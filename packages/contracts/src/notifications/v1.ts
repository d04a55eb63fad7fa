import type { z } from 'zod'
import type { Method } from '../endpoint.ts'
import type { RateLimitCategory } from './domain.ts'

/**
 * Who may call: anybody, the widget of a subscriber (bearer token), an outside system (API key), or no one with a key
 * (`dashboard`: known by name, refused with 401).
 */
export type V1Auth = 'public' | 'widget' | 'apiKey' | 'dashboard'

export type V1Shape = {
  method: Method
  /** Path with `:name` parameters, from the root: `/v1/topics/:key`. */
  path: string
  auth: V1Auth
  tag: string
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** What it answers, inside the envelope. `null` means 204 without a body. */
  response: z.ZodType | null
  /** Status of success; 201 for POST, 204 without a response, else 200. */
  status?: 200 | 201 | 204
  /** Which bucket of the rate limit pays; `global` unless said. */
  category?: RateLimitCategory
  /** `bulk` costs 100 instead of 1. */
  cost?: 'single' | 'bulk'
  /** Takes bodies up to 20 MB. */
  large?: true
}

/** Declares one call of the notification API. The server mounts it, its OpenAPI document is printed from it. */
export const v1 = <const E extends V1Shape>(shape: E): Readonly<E> => Object.freeze(shape)

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined

/** What a handler receives: parsed values. */
export type V1Input<E extends V1Shape> = {
  params: OutputOf<E['params']>
  query: OutputOf<E['query']>
  body: OutputOf<E['body']>
}
