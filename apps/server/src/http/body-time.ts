import type { FastifyInstance } from 'fastify'

const BODY_MS = 60_000

export const LATE_BODY = 'RECADO_BODY_LATE'

const late = () => Object.assign(new Error('The body did not arrive in time'), { code: LATE_BODY, statusCode: 408 })

/**
 * Ends requests whose bodies do not arrive: with 408, or without a word when they have been answered already. Files may
 * take as long as the server gives any request.
 */
export const registerBodyTime = (app: FastifyInstance, ms = BODY_MS): void => {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const { headers, raw } = request
    const isFile = headers['content-type']?.startsWith('multipart/')
    const isBare = headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
    if (isBare || isFile) return done(null, payload)
    const timer = setTimeout(() => {
      if (reply.sent || payload.listenerCount('error') === 0) return void raw.destroy()
      reply.header('connection', 'close')
      // The parser that waits for the rest takes this for the end of the body, and answers.
      payload.emit('error', late())
    }, ms).unref()
    payload.once('end', () => clearTimeout(timer))
    done(null, payload)
  })
  app.addHook('onResponse', ({ raw }, _reply, done) => {
    if (raw.complete === false) setTimeout(() => raw.destroy(), ms).unref()
    done()
  })
}
