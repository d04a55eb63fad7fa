import type { FastifyInstance } from 'fastify'
import { badRequest } from './errors.ts'

const DEEPEST = 40

/** Whether a value is nested deeper than any of our readers goes. */
export const isDeep = (value: unknown, left = DEEPEST): boolean => {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  return Object.values(value).some((entry) => isDeep(entry, left - 1))
}

/** How bodies are read: JSON without prototype tricks and without depths that no reader comes back from. */
export const registerBodies = (app: FastifyInstance): void => {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['application/json', 'text/plain', 'multipart/form-data'])
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients name the type of a body that they do not send.
    if (body === '') return done(null, undefined)
    parseJson(request, body as string, (error, value) => {
      if (!error && isDeep(value)) done(badRequest('The body is nested too deeply'))
      else done(error, value)
    })
  })
}
