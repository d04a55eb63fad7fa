import type { FastifyInstance } from 'fastify'
import { registerJsonBodies } from '../../../http/json-body.ts'

/** How bodies are read: JSON alone, and clients name the type of a body that they do not send. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['text/plain', 'multipart/form-data', 'application/x-www-form-urlencoded'])
  registerJsonBodies(app, { absent: true })
}
