import type { FastifyInstance } from 'fastify'
import { registerJsonBodies } from '#server/http/json-body.ts'

/** How bodies are read: JSON, or forms, whose type published clients name where they send nothing at all. */
export const registerBodies = (app: FastifyInstance): void => {
  app.removeContentTypeParser(['text/plain', 'multipart/form-data'])
  registerJsonBodies(app, { absent: true })
}
