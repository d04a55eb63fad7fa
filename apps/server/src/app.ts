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
import { PUBLIC_BODY_BYTES, type SessionResolver } from './http/mount.ts'
import { registerProblems } from './http/problems.ts'
import { registerWeb } from './http/web.ts'
import { httpSeconds } from './lib/metrics.ts'
import { auditRoutes } from './modules/audit/routes.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { channelRoutes } from './modules/channels/routes.ts'
import { chatChangeRoutes } from './modules/chat-changes/routes.ts'
import { companyRoutes } from './modules/companies/routes.ts'
import { contactMergeRoutes } from './modules/contact-merges/routes.ts'
import { contactRoutes } from './modules/contacts/routes.ts'
import { conversationRoutes } from './modules/conversations/routes.ts'
import { csatRoutes } from './modules/csat/routes.ts'
import { dashboardRoutes } from './modules/dashboard/routes.ts'
import { dataExportRoutes } from './modules/data-exports/routes.ts'
import { deskRoutes } from './modules/desk/routes.ts'
import { featureFlagRoutes } from './modules/feature-flags/routes.ts'
import { fileRoutes } from './modules/files/routes.ts'
import { imageRoutes } from './modules/images/routes.ts'
import { ingressRoutes } from './modules/ingress/routes.ts'
import { messageLogRoutes } from './modules/message-log/routes.ts'
import { notificationAdminRoutes } from './modules/notification-admin/routes.ts'
import { notificationRoutes } from './modules/notifications/routes.ts'
import { onboardingRoutes } from './modules/onboarding/routes.ts'
import { operatorRoutes } from './modules/operator/routes.ts'
import { platformRoutes } from './modules/platform/routes.ts'
import { platformAdminRoutes } from './modules/platform-admin/routes.ts'
import { productEventRoutes } from './modules/product-events/routes.ts'
import { retentionRoutes } from './modules/retention/routes.ts'
import { routingRoutes } from './modules/routing/routes.ts'
import { scheduledRoutes } from './modules/scheduled/routes.ts'
import { searchRoutes } from './modules/search/routes.ts'
import { sendingRoutes } from './modules/sending/routes.ts'
import { cookieName, resolveSession } from './modules/sessions/index.ts'
import { sessionRoutes } from './modules/sessions/routes.ts'
import { loadSettings, maintenanceMessage, peekSettings, pendingLegal } from './modules/settings/index.ts'
import { settingsRoutes } from './modules/settings/routes.ts'
import { systemRoutes } from './modules/system/routes.ts'
import { taskRoutes } from './modules/tasks/routes.ts'
import { templateRoutes } from './modules/templates/routes.ts'
import { transcriptRoutes } from './modules/transcripts/routes.ts'
import { userRoutes } from './modules/users/routes.ts'
import { listExports } from './registry.ts'

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
  app.addHook('onRequest', async ({ url, log }, reply) => {
    if (/^\/(api|v1|webhooks|assets|healthz|readyz|metrics)\b/.test(url)) return
    reply.header('permissions-policy', permissions)
    await loadSettings(deps).catch((err: unknown) => log.warn({ err }, 'the settings could not be read for a page'))
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
  const elsewhere = inboxOrigins(deps)
  const signup = signupSources(deps)
  await app.register(helmet, {
    // The window of the embedded signup has to know who opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...signup.scripts, tagManager],
        frameSrc: ["'self'", ...signup.others, ...tutorials],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', tagManager],
        mediaSrc: ["'self'", 'blob:', ...tutorials],
        connectSrc: [
          "'self'",
          ...ownOrigins(deps.config).map(socketOrigin),
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
  app.addHook('onRequest', async ({ is404, method }) => {
    if (is404 && !['GET', 'HEAD'].includes(method)) throw new AppError('not_found')
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
  app.decorate('resolveSession', resolveSession satisfies SessionResolver)
  app.decorate('maintenanceMessage', () => maintenanceMessage(deps))
  app.decorate('pendingLegal', (accepted) => pendingLegal(deps, accepted))
  registerProblems(app)
  observe(app)
  closeInTime(app)
  registerForeignHosts(app)
  await plugins(app, deps)
  registerJsonBodies(app)
  registerBodyTime(app)
  refuseUnknownBodies(app)
  await registerCompression(app)

  registerHealth(app)
  await registerApiDocs(app, cookieName(deps.config, 'session-token'))
  await app.register(platformRoutes)
  await app.register(platformAdminRoutes)
  await app.register(featureFlagRoutes)
  await app.register(auditRoutes)
  await app.register(systemRoutes)
  await app.register(settingsRoutes)
  await app.register(authRoutes)
  await app.register(sessionRoutes)
  await app.register(userRoutes)
  await app.register(companyRoutes)
  await app.register(dataExportRoutes)
  await app.register(retentionRoutes)
  await app.register(dashboardRoutes)
  await app.register(contactRoutes)
  await app.register(contactMergeRoutes)
  await app.register(conversationRoutes)
  await app.register(chatChangeRoutes)
  await app.register(deskRoutes)
  await app.register(fileRoutes)
  await app.register(imageRoutes)
  await app.register(ingressRoutes)
  await app.register(channelRoutes)
  await app.register(templateRoutes)
  await app.register(onboardingRoutes)
  await app.register(operatorRoutes)
  await app.register(searchRoutes)
  await app.register(messageLogRoutes)
  await app.register(transcriptRoutes)
  await app.register(sendingRoutes)
  await app.register(routingRoutes)
  await app.register(scheduledRoutes)
  await app.register(csatRoutes)
  await app.register(taskRoutes(listExports))
  await app.register(notificationAdminRoutes)
  await app.register(productEventRoutes)
  await app.register(notificationRoutes, { prefix: '/v1' })

  await registerInboxScript(app)
  await registerWeb(app)
  return app
}
