import type { FastifyInstance } from 'fastify'
import { registerBodies } from './wire/body.ts'
import { registerCors } from './wire/cors.ts'
import { registerV1Errors } from './wire/errors.ts'
import { workflowRoutes } from './workflows/routes.ts'

/** Everything under `/v1`; mounted with that prefix. */
export const notificationRoutes = async (app: FastifyInstance): Promise<void> => {
  registerV1Errors(app)
  registerBodies(app)
  registerCors(app)
  workflowRoutes(app)
}
