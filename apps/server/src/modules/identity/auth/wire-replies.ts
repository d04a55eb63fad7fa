import type { SignInError } from '@recado/contracts/identity/auth'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#server/context.ts'
import {
  clearCookie,
  cookieName,
  type NewSession,
  readCookie,
  sessionToken,
  setCookie,
  setXsrfCookie,
} from '#server/modules/identity/sessions/index.ts'
import { cleanCallbackUrl } from './callback-url.ts'
import { csrfFits } from './csrf.ts'
import { knownBrowser } from './known-browsers.ts'
import { originOf } from './origin.ts'

export type Fields = Record<string, unknown>

/** Fields of a body, or of a query: an object whatever was sent. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const bodyOf = (request: FastifyRequest): Fields => fieldsOf(request.body)
export const userAgentOf = (request: FastifyRequest): string | null => request.headers['user-agent'] ?? null

/** Whether the request carries the csrf token that its cookie vouches for. */
export const hasCsrf = (deps: Deps, request: FastifyRequest): boolean =>
  csrfFits(
    deps,
    readCookie(request.headers.cookie, cookieName(deps.config, 'csrf-token')),
    bodyOf(request)['csrfToken'],
  )

export const callbackUrlOf = (deps: Deps, request: FastifyRequest): string =>
  cleanCallbackUrl(bodyOf(request)['callbackUrl'], originOf(deps, request))

export const visitorOf = (deps: Deps, request: FastifyRequest) => ({
  userAgent: userAgentOf(request),
  formerToken: sessionToken(deps, request.headers.cookie),
  known: knownBrowser(deps, request.headers.cookie),
})

/** Puts a session into the browser, with the token that scripts send back on writes. */
export const giveSession = (deps: Deps, reply: FastifyReply, session: NewSession): void => {
  const name = cookieName(deps.config, 'session-token')
  setCookie(reply, deps.config, { name, value: session.token, expires: session.expiresAt })
  setXsrfCookie(reply, deps.config, deps.sealer.sign('xsrf', session.id))
}

export const takeSession = (deps: Deps, reply: FastifyReply): void =>
  clearCookie(reply, deps.config, cookieName(deps.config, 'session-token'))

/** The client reads `error` out of this address; the browser, if sent there, ends on a page that explains it. */
export const errorUrl = (origin: string, error: SignInError, provider: string): string =>
  `${origin}/api/auth/error?${new URLSearchParams({ error, provider })}`

/** Answers with the address to go to: as JSON for the client (`json=true`), else by sending the browser there. */
export const goTo = (request: FastifyRequest, reply: FastifyReply, url: string, status = 200) =>
  String(bodyOf(request)['json']) === 'true' ? reply.code(status).send({ url }) : reply.redirect(url, 302)

/** Errors that have a page of their own; the others show on the sign-in page. */
const ownPage: ReadonlySet<string> = new Set(['Configuration', 'AccessDenied', 'Verification'])

/** The page of the web app that explains an error. Only known parameters are handed over. */
export const errorPage = (origin: string, query: Fields): string => {
  const error =
    typeof query['error'] === 'string' && /^[A-Za-z]{1,40}$/.test(query['error']) ? query['error'] : 'Callback'
  return `${origin}${ownPage.has(error) ? '/auth/error' : '/signin'}?${new URLSearchParams({ error })}`
}

/** The sign-in page of the web app, with the cleaned callbackUrl and the error of the query. */
export const signInPage = (origin: string, query: Fields): string => {
  const page = new URL('/signin', origin)
  if (query['callbackUrl'] !== undefined)
    page.searchParams.set('callbackUrl', cleanCallbackUrl(query['callbackUrl'], origin))
  if (typeof query['error'] === 'string' && /^[A-Za-z]{1,40}$/.test(query['error']))
    page.searchParams.set('error', query['error'])
  return page.href
}
