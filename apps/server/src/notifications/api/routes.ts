import type { FastifyInstance } from 'fastify'
import { activityRoutes } from './routes/activity.ts'
import { changeRoutes } from './routes/changes.ts'
import { environmentRoutes } from './routes/environments.ts'
import { eventRoutes } from './routes/events.ts'
import { feedRoutes } from './routes/feeds.ts'
import { groupRoutes } from './routes/groups.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { integrationRoutes } from './routes/integrations.ts'
import { layoutRoutes } from './routes/layouts.ts'
import { messageRoutes } from './routes/messages.ts'
import { organizationRoutes } from './routes/organizations.ts'
import { overrideRoutes } from './routes/overrides.ts'
import { preferenceRoutes } from './routes/preferences.ts'
import { subscriberRoutes } from './routes/subscribers.ts'
import { tenantRoutes } from './routes/tenants.ts'
import { topicRoutes } from './routes/topics.ts'
import { widgetRoutes } from './routes/widget.ts'
import { workflowRoutes } from './routes/workflows.ts'
import { registerBodies } from './wire/body.ts'
import { registerCors } from './wire/cors.ts'
import { registerV1Errors } from './wire/errors.ts'

/** Everything under `/v1`; mounted with that prefix. */
export const notificationRoutes = async (app: FastifyInstance): Promise<void> => {
  registerV1Errors(app)
  registerBodies(app)
  registerCors(app)
  eventRoutes(app)
  environmentRoutes(app)
  organizationRoutes(app)
  subscriberRoutes(app)
  tenantRoutes(app)
  topicRoutes(app)
  feedRoutes(app)
  groupRoutes(app)
  layoutRoutes(app)
  workflowRoutes(app)
  integrationRoutes(app)
  overrideRoutes(app)
  changeRoutes(app)
  inboxRoutes(app)
  messageRoutes(app)
  activityRoutes(app)
  preferenceRoutes(app)
  widgetRoutes(app)
}
