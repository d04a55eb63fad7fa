import { companyHeader, type SignInError } from '@recado/contracts/identity/auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { registerErrors } from '#server/http/errors.ts'
import { requestCtx } from '#server/http/mount.ts'
import { addressKey } from '#server/lib/client-address.ts'
import {
  clearCookie,
  cookieName,
  endSessionByToken,
  findOrigin,
  hasCookie,
  type LiveSession,
  leaveImpersonation,
  type NewSession,
  readCookie,
  resolveSession,
  sessionToken,
  setCookie,
  setXsrfCookie,
} from '#server/modules/identity/sessions/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { signInByPassword } from './actions/sign-in.ts'
import { finishHalfway, finishSocial, openJourney, sealHalfway, startSocial } from './actions/social.ts'
import { newCsrf, tokenOfCookie } from './csrf.ts'
import { rememberBrowser } from './known-browsers.ts'
import { originOf } from './origin.ts'
import { type Provider, providersOf } from './providers.ts'
import { sessionBody } from './session-body.ts'
import { throttlesOf } from './throttle.ts'
import {
  bodyOf,
  callbackUrlOf,
  errorPage,
  errorUrl,
  type Fields,
  fieldsOf,
  giveSession,
  goTo,
  hasCsrf,
  signInPage,
  takeSession,
  userAgentOf,
  visitorOf,
} from './wire-replies.ts'

const LOG_BYTES = 16 * 1024
const BODY_BYTES = 64 * 1024
const uuid = z.uuid()

const asUser = (ctx: Ctx): UserCtx | null => (ctx.actor.kind === 'user' ? (ctx as UserCtx) : null)

/** The company that a session update asks for; only an id is taken from what the browser sends. */
const wantedCompany = (data: Fields): string | null => {
  const listed = Array.isArray(data['companies'])
    ? data['companies'].map(fieldsOf).find((entry) => entry['current'] === true)
    : undefined
  const wanted = [data['companyId'], fieldsOf(data['currentCompany'])['id'], data['currentCompany'], listed?.['id']]
  return wanted.map((value) => uuid.safeParse(value)).find((parsed) => parsed.success)?.data ?? null
}

const ignoreNotFound = (error: unknown): false => {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  return false
}

const refuseMissingCsrf = (app: FastifyInstance, request: FastifyRequest, reply: FastifyReply) =>
  goTo(request, reply, `${originOf(app.deps, request)}/signin?csrf=true&error=MissingCSRF`, 403)

const registerReading = (app: FastifyInstance) => {
  const { deps } = app

  app.get('/csrf', (request, reply) => {
    const name = cookieName(deps.config, 'csrf-token')
    const known = tokenOfCookie(deps, readCookie(request.headers.cookie, name))
    if (known) return { csrfToken: known }
    const { token, cookie } = newCsrf(deps)
    setCookie(reply, deps.config, { name, value: cookie })
    return { csrfToken: token }
  })

  app.get('/providers', (request) => {
    const base = `${originOf(deps, request)}/api/auth`
    const entry = (id: string, name: string, type: string) => [
      id,
      { id, name, type, signinUrl: `${base}/signin/${id}`, callbackUrl: `${base}/callback/${id}` },
    ]
    const social = providersOf(deps).map(({ id, name }) => entry(id, name, 'oauth'))
    return Object.fromEntries([entry('credentials', 'Credentials', 'credentials'), ...social])
  })

  app.get('/signin', (request, reply) =>
    reply.redirect(signInPage(originOf(deps, request), fieldsOf(request.query)), 302),
  )
  app.get('/signin/:provider', (request, reply) =>
    reply.redirect(signInPage(originOf(deps, request), fieldsOf(request.query)), 302),
  )
  app.get('/signout', (request, reply) => reply.redirect(originOf(deps, request), 302))
  app.get('/verify-request', (request, reply) => reply.redirect(`${originOf(deps, request)}/signin`, 302))
  app.get('/error', (request, reply) =>
    reply.redirect(errorPage(originOf(deps, request), fieldsOf(request.query)), 302),
  )
}

const registerSession = (app: FastifyInstance) => {
  const { deps } = app

  const answer = async (request: FastifyRequest, reply: FastifyReply, live: LiveSession | null) => {
    const name = cookieName(deps.config, 'session-token')
    const token = sessionToken(deps, request.headers.cookie)
    // One that has ended stays: this answer may reach the browser after that of a sign-in, and would take the new one away.
    if (!token && hasCookie(request.headers.cookie, name)) takeSession(deps, reply)
    if (token && live) {
      setCookie(reply, deps.config, { name, value: token, expires: live.session.expiresAt })
      setXsrfCookie(reply, deps.config, deps.sealer.sign('xsrf', live.session.id))
      if (live.actor.impersonatorId === null) rememberBrowser(deps, request, reply, live.actor)
    }
    return sessionBody(requestCtx(app, request, live), live)
  }

  const asSession = async (request: FastifyRequest, reply: FastifyReply, own: NewSession) => {
    giveSession(deps, reply, own)
    const cookie = `${cookieName(deps.config, 'session-token')}=${own.token}`
    const live = await resolveSession(deps, { headers: { cookie }, ip: request.ip })
    return sessionBody(requestCtx(app, request, live), live)
  }

  app.get('/session', async (request, reply) => {
    const live = await resolveSession(deps, request)
    const before = live ? null : await findOrigin(deps, request)
    return before ? asSession(request, reply, before) : answer(request, reply, live)
  })

  app.post('/session', async (request, reply) => {
    if (!hasCsrf(deps, request)) return reply.code(400).send({})
    const live = await resolveSession(deps, request)
    const ctx = asUser(requestCtx(app, request, live))
    if (!ctx) {
      const before = await findOrigin(deps, request)
      return before ? asSession(request, reply, before) : answer(request, reply, null)
    }
    const data = fieldsOf(bodyOf(request)['data'])
    const leaving = data['leaveImpersonation'] === true || data['admin_user'] === false
    if (leaving && ctx.actor.impersonatorId !== null) {
      const own = await inTransaction(ctx, (tx) => leaveImpersonation(tx, userAgentOf(request)))
      if (own) return asSession(request, reply, own)
    }
    const company = wantedCompany(data)
    const switched =
      company !== null && (await deps.memberships.switchTo(ctx, company).then(() => true, ignoreNotFound))
    const headers = switched ? { ...request.headers, [companyHeader]: company } : request.headers
    return answer(request, reply, await resolveSession(deps, { headers, ip: request.ip }))
  })

  app.post('/signout', async (request, reply) => {
    if (!hasCsrf(deps, request)) return refuseMissingCsrf(app, request, reply)
    const live = await resolveSession(deps, request)
    const token = sessionToken(deps, request.headers.cookie)
    if (live && token) {
      await inTransaction(requestCtx(app, request, live), async (tx) => {
        await recordAudit(tx, { action: 'auth.sign_out', target: { type: 'session', id: live.session.id } })
        await endSessionByToken(tx, token)
      })
    }
    takeSession(deps, reply)
    return goTo(request, reply, callbackUrlOf(deps, request))
  })
}

const registerCredentials = (app: FastifyInstance) => {
  const { deps } = app

  app.post('/callback/credentials', async (request, reply) => {
    if (!hasCsrf(deps, request)) return refuseMissingCsrf(app, request, reply)
    const { email, username, password, code, totp } = bodyOf(request)
    const ctx = requestCtx(app, request, null)
    const given = { email: email ?? username, password, code: code ?? totp }
    const name = cookieName(deps.config, 'second-step')
    const halfway = given.email === undefined ? readCookie(request.headers.cookie, name) : null
    const result =
      halfway === null
        ? await signInByPassword(ctx, given, visitorOf(deps, request))
        : await finishHalfway(ctx, halfway, given.code, visitorOf(deps, request))
    if ('session' in result) {
      clearCookie(reply, deps.config, name)
      giveSession(deps, reply, result.session)
      rememberBrowser(deps, request, reply, { userId: result.userId, sessionId: result.session.id })
      return goTo(request, reply, callbackUrlOf(deps, request))
    }
    if (result.retryAfter !== undefined) reply.header('retry-after', Math.ceil(result.retryAfter))
    const status = result.error === 'RateLimited' ? 429 : 401
    return goTo(request, reply, errorUrl(originOf(deps, request), result.error, 'credentials'), status)
  })
}

const registerSocial = (app: FastifyInstance) => {
  const { deps } = app
  const find = (id: string): Provider | undefined => providersOf(deps).find((provider) => provider.id === id)

  app.post<{ Params: { provider: string } }>('/signin/:provider', async (request, reply) => {
    const origin = originOf(deps, request)
    if (!hasCsrf(deps, request)) return refuseMissingCsrf(app, request, reply)
    const provider = find(request.params.provider)
    if (!provider) return goTo(request, reply, signInPage(origin, { callbackUrl: bodyOf(request)['callbackUrl'] }), 400)
    try {
      const started = await startSocial(deps, provider, { origin, callbackUrl: callbackUrlOf(deps, request) })
      const name = cookieName(deps.config, 'oauth')
      setCookie(reply, deps.config, { name, value: started.cookie, expires: started.until })
      return goTo(request, reply, started.url)
    } catch (err) {
      request.log.error({ err, provider: provider.id }, 'a provider could not be reached for signing in')
      return goTo(request, reply, errorUrl(origin, 'OAuthSignin', provider.id), 502)
    }
  })

  app.get<{ Params: { provider: string } }>('/callback/:provider', async (request, reply) => {
    const origin = originOf(deps, request)
    const provider = find(request.params.provider)
    if (!provider) return reply.redirect(signInPage(origin, {}), 302)
    const name = cookieName(deps.config, 'oauth')
    const trip = openJourney(deps, provider, readCookie(request.headers.cookie, name))
    clearCookie(reply, deps.config, name)
    const refuse = (error: SignInError) => reply.redirect(errorPage(origin, { error }), 302)
    if (!trip) return refuse('OAuthCallback')
    const locale = request.headers['accept-language']?.toLowerCase().startsWith('pt') ? 'pt' : 'en'
    const result = await finishSocial(requestCtx(app, request, null), provider, {
      trip,
      currentUrl: new URL(request.url, origin),
      locale,
      visitor: visitorOf(deps, request),
    })
    if ('error' in result) return refuse(result.error)
    if ('halfway' in result) {
      const { halfway } = result
      const name = cookieName(deps.config, 'second-step')
      const expires = new Date(halfway.until)
      setCookie(reply, deps.config, { name, value: sealHalfway(deps, halfway), expires })
      return reply.redirect(signInPage(origin, { error: 'TwoFactorRequired', callbackUrl: trip.callbackUrl }), 302)
    }
    giveSession(deps, reply, result.session)
    rememberBrowser(deps, request, reply, { userId: result.userId, sessionId: result.session.id })
    return reply.redirect(trip.callbackUrl, 302)
  })
}

const cut = (value: unknown, length: number) => (value === undefined ? undefined : String(value).slice(0, length))

const registerLog = (app: FastifyInstance) => {
  app.post('/_log', { bodyLimit: LOG_BYTES }, (request) => {
    if (throttlesOf(app.deps).log.take(addressKey(request.ip)) > 0) return {}
    const { level, code, message } = bodyOf(request)
    const entry = { client: true, code: cut(code, 100), detail: cut(message, 500) }
    if (level === 'error') request.log.warn(entry, 'the browser reported an error of signing in')
    else request.log.info(entry, 'the browser reported on signing in')
    return {}
  })
}

/** Every failure here answers with JSON that has a `url`: without one the client throws, or goes where it was told to. */
const registerFailures = (app: FastifyInstance) =>
  registerErrors(app, {
    sendNotFound: (request, reply) =>
      reply.code(404).send({ url: errorUrl(originOf(app.deps, request), 'Configuration', 'unknown') }),
    sendError: (request, reply, thrown) => {
      const told = 'statusCode' in thrown ? Number(thrown.statusCode) : 500
      const status = told < 500 ? told : 500
      if (status === 500) request.log.error({ err: thrown }, 'signing in failed')
      if (request.url.endsWith('/_log')) return reply.code(200).send({})
      const code: SignInError = status === 500 ? 'Configuration' : 'Callback'
      return reply.code(status).send({ url: errorUrl(originOf(app.deps, request), code, 'credentials') })
    },
  })

/** `/api/auth/*` in the wire protocol of NextAuth v4, over our own sessions. */
export const nextAuthWire = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'private, no-cache, no-store').header('pragma', 'no-cache')
  })
  app.addHook('onRoute', (options) => {
    options.bodyLimit ??= BODY_BYTES
  })
  registerFailures(app)
  registerReading(app)
  registerSession(app)
  registerCredentials(app)
  registerSocial(app)
  registerLog(app)
}
