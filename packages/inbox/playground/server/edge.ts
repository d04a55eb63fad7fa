import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from './recado.ts'

// What a network does to an inbox. Each name is the beginning of a path on the playground's own server:
//   /slow/<ms>/v1/…  answers so many milliseconds later       /failing/v1/…   reads fail once the session is there
//   /refusing/v1/…   reads work, changes are answered by 500  /down/v1/…      everything is answered by 503
//   /offline/v1/…    the connection breaks

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const forward = async (service: Service, path: string, request: IncomingMessage, response: ServerResponse) => {
  const { method = 'GET' } = request
  const body = method === 'GET' || method === 'HEAD' ? null : await readBody(request)
  const answer = await fetch(`${service.apiUrl}${path}`, {
    method,
    headers: {
      ...(request.headers.authorization && { authorization: request.headers.authorization }),
      ...(request.headers['content-type'] && { 'content-type': request.headers['content-type'] }),
    },
    ...(body && body.length > 0 && { body: new Uint8Array(body) }),
  })
  const content = Buffer.from(await answer.arrayBuffer())
  const type = answer.headers.get('content-type')
  response.writeHead(answer.status, type ? { 'content-type': type } : {}).end(content)
}

const refuse = (response: ServerResponse, status: number) =>
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(JSON.stringify({ statusCode: status, message: 'The playground made this call fail' }))

/** Answers a call through one of the bad networks; false when the path names none. */
export const answerAtEdge = async (connect: () => Service, request: IncomingMessage, response: ServerResponse) => {
  const [, kind, delay, path] =
    /^\/(slow|failing|refusing|down|offline)(?:\/(\d+))?(\/v1\/.*)$/.exec(request.url ?? '') ?? []
  if (!kind || !path) return false
  const isSession = path.startsWith('/v1/widgets/session')
  const isRead = request.method === 'GET'
  if (kind === 'offline') request.socket.destroy()
  else if (kind === 'down') refuse(response, 503)
  else if (kind === 'failing' && !isSession) refuse(response, 500)
  else if (kind === 'refusing' && !isSession && !isRead) refuse(response, 500)
  else {
    if (kind === 'slow') await sleep(Number(delay ?? 3000))
    await forward(connect(), path, request, response)
  }
  return true
}
