import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Deps } from './context.ts'
import { registerApiDocs } from './http/api-docs.ts'
import { AppError } from './http/app-error.ts'
import { registerBodyTime } from './http/body-time.ts'
import { registerCompression } from './http/compression.ts'
import { ownOrigins } from './http/cross-site.ts'
import { registerForeignHosts } from './http/foreign-host.ts'
import { registerHealth } from './http/health.ts'
import { registerInboxScript } from './http/inbox-script.ts'
import { registerJsonBodies } from './http/json-body.ts'
import type { SessionResolver } from './http/mount.ts'
import { registerProblems } from './http/problems.ts'
import { PUBLIC_BODY_BYTES } from './http/surface.ts'
import { pageScriptSources, registerWeb } from './http/web.ts'
import { httpSeconds } from './lib/metrics.ts'
import { cookieName, resolveSession } from './modules/identity/sessions/index.ts'
import { resolveKey } from './modules/integrations/api-keys/index.ts'
import { recordRequests } from './modules/integrations/api-usage/index.ts'
import { loadSettings, maintenanceMessage, peekSettings, pendingLegal } from './modules/shared/settings/index.ts'
import { modules } from './registry.ts'

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 100 * 1024 * 1024
/** Enough for the largest file over a line of one megabit. */
const MAX_REQUEST_MS = 15 * 60 * 1000

/** What the script of the embedded signup needs: its own origin, and for Meta's the one it talks to and puts frames of. */
const signupSources = ({ config }: Deps) => {
  const { origin, hostname } = new URL(config.WHATSAPP_SDK_URL)
  const meta = hostname.endsWith('.facebook.net')
  return { scripts: [origin], others: meta ? ['https://www.facebook.com', 'https://web.facebook.com'] : [] }
}

const socketOrigin = (origin: string) => origin.replace(/^http/, 'ws')

/** Where inboxes of another server of notifications are, and their sockets. */
const inboxOrigins = ({ config: { INBOX_BACKEND_URL: backend, INBOX_SOCKET_URL: socket = backend } }: Deps) => [
  ...(backend ? [new URL(backend).origin] : []),
  ...(socket ? [new URL(socket).origin, socketOrigin(new URL(socket).origin)] : []),
]

/** What pages may ask the browser for: to record a voice note and to say where they are; no page of others may. */
const permissions = [
  'microphone=(self)',
  'geolocation=(self)',
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'gyroscope',
    'magnetometer',
    'midi',
    'payment',
    'serial',
    'usb',
  ].map((feature) => `${feature}=()`),
].join(', ')

const isNoPage = (url = ''): boolean => /^\/(api|v1|webhooks|hooks|assets|healthz|readyz|metrics|l(?=\/))\b/.test(url)

const plugins = async (app: FastifyInstance, deps: Deps) => {
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: PUBLIC_BODY_BYTES })
  await app.register(multipart, {
    limits: {
      fileSize: MAX_UPLOAD_BYTES,
      files: 1,
      fields: 20,
      fieldSize: 64 * 1024,
    },
  })
  // The tag manager is loaded after consent, and only when an installation has one; an admin may set it at any time.
  app.addHook('onRequest', ({ url, log }, reply, done) => {
    if (isNoPage(url)) return done()
    reply.header('permissions-policy', permissions)
    loadSettings(deps)
      .catch((err: unknown) => log.warn({ err }, 'the settings could not be read for a page'))
      .then(() => done())
  })
  const tagManager = () => {
    const tracking = peekSettings(deps)?.tracking
    const isUsed = Boolean(tracking && (tracking.tagManagerId || deps.config.TAG_MANAGER_ID))
    return isUsed && tracking ? tracking.hosts.map((host) => `https://${host}`).join(' ') : "'self'"
  }
  const tutorial = (locale: 'en' | 'pt') => () => {
    const url = peekSettings(deps)?.tutorial.videoUrl[locale]
    return url ? new URL(url).origin : "'self'"
  }
  const tutorials = [tutorial('en'), tutorial('pt')]
  const own = pageScriptSources().join(' ')
  const inPageAndTagManager = ({ url }: { url?: string | undefined }) =>
    own && !isNoPage(url) ? `${own} ${tagManager()}` : tagManager()
  const elsewhere = inboxOrigins(deps)
  const signup = signupSources(deps)
  await app.register(helmet, {
    // The window of the embedded signup has to know who opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...signup.scripts, inPageAndTagManager],
        frameSrc: ["'self'", ...signup.others, ...tutorials],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', tagManager],
        mediaSrc: ["'self'", 'blob:', ...tutorials],
        connectSrc: [
          "'self'",
          // Policies have no notation for hosts of IPv6.
          ...ownOrigins(deps.config)
            .filter((origin) => !origin.includes('['))
            .map(socketOrigin),
          ...elsewhere,
          ...signup.others,
          tagManager,
        ],
        fontSrc: ["'self'", 'data:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: deps.config.PUBLIC_URL?.startsWith('https:') ? [] : null,
      },
    },
    strictTransportSecurity: deps.config.PUBLIC_URL?.startsWith('https:') ?? false,
    crossOriginEmbedderPolicy: false,
  })
}

const observe = (app: FastifyInstance) => {
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'other',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    httpSeconds.observe(labels, reply.elapsedTime / 1000)
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
}

/** What leads nowhere has no body read. */
const refuseUnknownBodies = (app: FastifyInstance) => {
  app.addHook('onRequest', ({ is404, method }, _reply, done) => {
    done(is404 && !['GET', 'HEAD'].includes(method) ? new AppError('not_found') : undefined)
  })
}

/** For requests that are being answered when the application closes, in ms. */
const CLOSING_MS = 5000

/** Browsers open connections in advance, and those that never asked anything would keep the application from closing. */
const closeInTime = (app: FastifyInstance) => {
  app.addHook('preClose', (done) => {
    setTimeout(() => app.server.closeAllConnections(), CLOSING_MS).unref()
    done()
  })
}

/** The HTTP application over its dependencies; it does not listen yet. */
export const buildApp = async (deps: Deps): Promise<FastifyInstance> => {
  const app: FastifyInstance = fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: MAX_REQUEST_MS,
    trustProxy: deps.config.TRUST_PROXY === '' ? false : deps.config.TRUST_PROXY.split(',').map((part) => part.trim()),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  })
  app.decorate('deps', deps)
  app.decorateRequest('ctx', null)
  app.decorateRequest('caller', null)
  app.decorateRequest('problem', null)
  app.addHook('onRequest', ({ url }, _reply, done) => {
    if (/^\/(api|v1|hooks\/in)\//.test(url)) deps.admission.personWaits()
    done()
  })
  app.decorate('resolveSession', resolveSession satisfies SessionResolver)
  app.decorate('resolveKey', resolveKey)
  app.decorate('maintenanceMessage', () => maintenanceMessage(deps))
  app.decorate('pendingLegal', (accepted) => pendingLegal(deps, accepted))
  registerProblems(app)
  observe(app)
  recordRequests(app)
  closeInTime(app)
  registerForeignHosts(app)
  await plugins(app, deps)
  registerJsonBodies(app)
  registerBodyTime(app)
  refuseUnknownBodies(app)
  await registerCompression(app)

  registerHealth(app)
  await registerApiDocs(app, cookieName(deps.config, 'session-token'))
  for (const { routes } of modules) if (routes) await app.register(routes)

  await registerInboxScript(app)
  await registerWeb(app)
  return app
}
