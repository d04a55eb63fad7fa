import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type { ZodError } from 'zod'

/** An error of the notification API: `{statusCode, message, error}`. */
export class V1Error extends Error {
  override name = 'V1Error'
  readonly status: number
  /** One text, or a list of them for a validation. */
  readonly texts: string | string[]
  constructor(status: number, texts: string | string[]) {
    super([texts].flat().join('; '))
    this.status = status
    this.texts = texts
  }
}

export const badRequest = (texts: string | string[]) => new V1Error(400, texts)
export const notFound = (text: string) => new V1Error(404, text)
export const conflict = (text: string) => new V1Error(409, text)

/** The refused fields as the list a client prints. */
export const textsOf = (error: ZodError): string[] =>
  error.issues.map(({ path, message }) => {
    const field = path.join('.')
    return field === '' || message.startsWith(field) || message.startsWith(String(path.at(-1)))
      ? message
      : `${field}: ${message}`
  })

/** Body of an error. A plain 401 carries no `error`, as the published clients know it. */
export const errorBody = (status: number, texts: string | string[]) => {
  const plain = status === 401 && texts === 'Unauthorized'
  return { statusCode: status, message: texts, ...(plain ? {} : { error: STATUS_CODES[status] ?? 'Error' }) }
}

const known: Record<string, [status: number, text: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Unsupported media type'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'request entity too large'],
}

/** Errors of everything mounted on `app` answer in the shape of the notification API. */
export const registerV1Errors = (app: FastifyInstance): void => {
  const send = (reply: FastifyReply, status: number, texts: string | string[]) =>
    reply.code(status).send(errorBody(status, texts))
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    if (error instanceof V1Error) return send(reply, error.status, error.texts)
    const [status, text] = ('code' in error && known[String(error.code)]) || []
    if (status && text) return send(reply, status, text)
    if (error instanceof SyntaxError || ('statusCode' in error && error.statusCode === 400))
      return send(reply, 400, 'The body is not valid JSON')
    request.log.error({ err: error }, 'request failed')
    return send(reply, 500, 'Internal server error')
  })
  app.setNotFoundHandler((request, reply) => send(reply, 404, `Cannot ${request.method} ${request.url.split('?')[0]}`))
}
