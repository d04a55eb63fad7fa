import * as endpoints from '@recado/contracts/notifications/preferences'
import type { FastifyInstance } from 'fastify'
import * as actions from '#server/notifications/audience/preferences/actions.ts'
import { asSubscriber } from '#server/notifications/audience/subscribers/as-subscriber.ts'
import { v1Route } from '../wire/route.ts'

/** Preferences, for the widget and for holders of an API key. */
export const preferenceRoutes = (app: FastifyInstance): void => {
  v1Route(app, endpoints.listWidgetPreferences, (ctx) => actions.listPreferences(ctx))
  v1Route(app, endpoints.listWidgetPreferencesByLevel, (ctx, { params }) =>
    actions.listPreferencesByLevel(ctx, params.level),
  )
  v1Route(app, endpoints.setWidgetPreference, (ctx, { params, body }) =>
    actions.setPreference(ctx, params.workflowId, body),
  )
  v1Route(app, endpoints.setWidgetGlobalPreference, (ctx, { body }) => actions.setGlobalPreference(ctx, body))

  v1Route(app, endpoints.listSubscriberPreferences, async (ctx, { params }) =>
    actions.listPreferences(await asSubscriber(ctx, params.subscriberId)),
  )
  v1Route(app, endpoints.listSubscriberPreferencesByLevel, async (ctx, { params }) =>
    actions.listPreferencesByLevel(await asSubscriber(ctx, params.subscriberId), params.level),
  )
  v1Route(app, endpoints.setSubscriberPreference, async (ctx, { params, body }) =>
    actions.setPreference(await asSubscriber(ctx, params.subscriberId), params.workflowId, body),
  )
  v1Route(app, endpoints.setSubscriberGlobalPreference, async (ctx, { params, body }) =>
    actions.setGlobalPreference(await asSubscriber(ctx, params.subscriberId), body),
  )
}
