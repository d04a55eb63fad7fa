import type { FastifyInstance } from 'fastify'
import { registerV1Errors } from './wire/errors.ts'

/** Everything under `/v1`; mounted with that prefix. */
export const notificationRoutes = async (app: FastifyInstance): Promise<void> => {
  registerV1Errors(app)
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parseJson(request, body as string, done)
  })
}
