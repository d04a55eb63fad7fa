import type { FastifyInstance } from 'fastify'
import { activityRoutes } from './activity/routes.ts'
import { changeRoutes } from './changes/routes.ts'
import { eventRoutes } from './engine/routes.ts'
import { environmentRoutes } from './environments/routes.ts'
import { feedRoutes } from './feeds/routes.ts'
import { groupRoutes } from './groups/routes.ts'
import { integrationRoutes } from './integrations/routes.ts'
import { layoutRoutes } from './layouts/routes.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { inboxRoutes } from './messages/routes.ts'
import { organizationRoutes } from './organizations/routes.ts'
import { overrideRoutes } from './overrides/routes.ts'
import { preferenceRoutes } from './preferences/routes.ts'
import { subscriberRoutes } from './subscribers/routes.ts'
import { tenantRoutes } from './tenants/routes.ts'
import { topicRoutes } from './topics/routes.ts'
import { widgetRoutes } from './widget/routes.ts'
import { registerBodies } from './wire/body.ts'
import { registerCors } from './wire/cors.ts'
import { registerV1Errors } from './wire/errors.ts'
import { workflowRoutes } from './workflows/routes.ts'

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
