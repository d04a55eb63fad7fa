import { createHash } from 'node:crypto'
import type {} from '@fastify/cookie'
import * as endpoints from '@recado/contracts/notifications/subscribers'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/audience/subscribers/actions.ts'
import {
  finishChatInstallation,
  startChatInstallation,
} from '#server/notifications/audience/subscribers/chat-installation.ts'
import { deleteCredentials, setCredentials } from '#server/notifications/audience/subscribers/credentials.ts'
import { listSubscribers } from '#server/notifications/audience/subscribers/queries.ts'
import { subscriberView } from '#server/notifications/audience/subscribers/view.ts'
import type { EnvironmentCtx, SubscriberRow } from '#server/notifications/shared/context.ts'
import { pageOf } from '../wire/page.ts'
import { v1Route } from '../wire/route.ts'

const view = (ctx: EnvironmentCtx, row: SubscriberRow) => subscriberView(ctx.deps, ctx.environment, row)

const CLOSE_TAB = 'window.close()'
const closingPage = `<!doctype html><title>Slack</title><script>${CLOSE_TAB}</script>`
const closingPolicy = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(CLOSE_TAB).digest('base64')}'`

export const subscriberRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listSubscribers, (ctx, { query: { page, limit } }) =>
    pageOf(
      { page, pageSize: limit },
      (offset, count) => listSubscribers(ctx, offset, count),
      (row) => view(ctx, row),
    ),
  )
  v1Route(app, endpoints.getSubscriber, async (ctx, { params }) =>
    view(ctx, await actions.loadSubscriber(ctx, params.subscriberId)),
  )
  v1Route(app, endpoints.identifySubscriber, async (ctx, { body }) => {
    const [row] = await actions.upsertSubscribers(ctx, [body])
    return row && view(ctx, row)
  })
  v1Route(app, endpoints.bulkCreateSubscribers, (ctx, { body }) => actions.bulkUpsertSubscribers(ctx, body.subscribers))
  v1Route(app, endpoints.updateSubscriber, async (ctx, { params, body }) =>
    view(ctx, await actions.updateSubscriber(ctx, params.subscriberId, body)),
  )
  v1Route(app, endpoints.deleteSubscriber, async (ctx, { params }) => {
    await actions.deleteSubscriber(ctx, params.subscriberId)
    return { acknowledged: true, status: 'deleted' }
  })
  v1Route(app, endpoints.setSubscriberCredentials, async (ctx, { params, body }) =>
    view(ctx, await setCredentials(ctx, params.subscriberId, body, { append: false })),
  )
  v1Route(app, endpoints.appendSubscriberCredentials, async (ctx, { params, body }) =>
    view(ctx, await setCredentials(ctx, params.subscriberId, body, { append: true })),
  )
  v1Route(app, endpoints.deleteSubscriberCredentials, (ctx, { params }) =>
    deleteCredentials(ctx, params.subscriberId, params.providerId),
  )
  v1Route(app, endpoints.setSubscriberOnline, async (ctx, { params, body }) =>
    view(ctx, await actions.setOnline(ctx, params.subscriberId, body.isOnline)),
  )
  const secure = app.deps.config.PUBLIC_URL?.startsWith('https:') ?? false
  // On https the prefix ties it to this very host.
  const cookie = `${secure ? '__Host-' : ''}recado.chat-installation`
  const ofCookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  v1Route(app, endpoints.startChatInstallation, async (ctx, { params, query }, { reply }) => {
    const { url, secret, until } = await startChatInstallation(ctx, { ...params, ...query })
    await reply.setCookie(cookie, secret, { ...ofCookie, expires: until }).redirect(url)
  })
  v1Route(app, endpoints.finishChatInstallation, async (ctx, { params, query }, { request, reply }) => {
    const target = await finishChatInstallation(ctx, { ...params, ...query, secret: request.cookies[cookie] })
    reply.clearCookie(cookie, ofCookie)
    if (target) await reply.redirect(target)
    else await reply.header('content-security-policy', closingPolicy).type('text/html').send(closingPage)
  })
}
