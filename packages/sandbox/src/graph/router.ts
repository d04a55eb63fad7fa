import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Fields as BodyFields, parseBody, readBody, sendJson, sendText } from '../http/exchange.ts'
import type { World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { accountCall, appSubscriptions, debugToken, exchangeCode, pageOfAccounts, selfNode } from './account-calls.ts'
import type { GraphCall } from './call.ts'
import { faultBody, GraphFault } from './graph-fault.ts'
import { createLimits } from './limits.ts'
import { continueUpload, mediaNode, openUpload, uploadMedia } from './media-calls.ts'
import { numberCall } from './number-calls.ts'
import { type SendContext, sendMessage } from './send-message.ts'
import { templateCall } from './template-calls.ts'
import { templateLibrary } from './template-insights.ts'

const noSuchCall = (path: string, method: string) =>
  new GraphFault(100, {
    subcode: 33,
    details: `Unsupported ${method.toLowerCase()} request: ${path} does not exist or has no such call`,
  })

const tokenOf = (request: IncomingMessage, fields: BodyFields): string => {
  const header = request.headers.authorization ?? ''
  const match = /^(?:bearer|oauth)\s+(.+)$/i.exec(header)
  return (match?.[1] ?? (typeof fields.access_token === 'string' ? fields.access_token : '')).trim()
}

const checkToken = (world: World, token: string): void => {
  if (token === '') throw new GraphFault(104)
  const { appId, appSecret } = world.config
  if (token === `${appId}|${appSecret}`) return
  if (!world.tokens.get(token)?.valid) throw new GraphFault(190, { details: 'Error validating access token' })
}

const checkAccess = (world: World, token: string, wabaId: string): void => {
  const wabaIds = world.tokens.get(token)?.wabaIds
  if (wabaIds && !wabaIds.includes(wabaId))
    throw new GraphFault(200, { http: 403, details: 'The token gives no access to this account' })
}

const refuseAsTold = (world: World, method: string, path: string): void => {
  const told = world.refusals.find((refusal) => path.includes(refusal.path) && (refusal.method ?? method) === method)
  if (!told) return
  told.times -= 1
  if (told.times <= 0) world.refusals = world.refusals.filter((refusal) => refusal !== told)
  throw new GraphFault(told.code, {
    ...(told.http === undefined ? {} : { http: told.http }),
    ...(told.subcode === undefined ? {} : { subcode: told.subcode }),
  })
}

const nodeCall = (call: GraphCall, id: string, edge: string): unknown => {
  const { world } = call
  const number = world.numbers.get(id)
  if (number) {
    checkAccess(world, call.token, number.accountId)
    if (edge === 'media' && call.method === 'POST') return uploadMedia(call, id)
    const answer = numberCall(call, number, edge)
    if (answer !== undefined && call.method !== 'GET') world.changed()
    return answer
  }
  const account = world.accounts.get(id)
  if (account) {
    checkAccess(world, call.token, id)
    return accountCall(call, account, edge)
  }
  const template = world.templates.get(id)
  if (template) return templateCall(call, template, edge)
  const media = edge === '' ? world.media.find(id) : null
  if (media) return mediaNode(call, media)
  if (id === world.config.appId && edge === 'subscriptions') return appSubscriptions(call)
  if (id === world.config.appId && edge === 'uploads') return openUpload(call)
  if (id === world.config.businessId && /whatsapp_business_accounts$/.test(edge)) return pageOfAccounts(call)
  return undefined
}

const answerCall = (call: GraphCall): unknown => {
  const [id = '', edge = '', extra] = call.segments
  if (extra !== undefined) return undefined
  if (id === 'debug_token') return debugToken(call)
  if (id === 'me') return selfNode(call)
  if (id === 'message_template_library') return templateLibrary(call)
  if (id.startsWith('upload:')) return continueUpload(call, decodeURIComponent(id))
  return nodeCall(call, decodeURIComponent(id), edge)
}

const segmentsOf = (path: string): string[] => {
  const segments = path.split('/').filter((segment) => segment !== '')
  if (/^v\d+(\.\d+)?$/.test(segments[0] ?? '')) segments.shift()
  return segments
}

const refuse = (response: ServerResponse, error: unknown): void => {
  const fault = error instanceof GraphFault ? error : new GraphFault(1, { http: 500, details: String(error) })
  sendJson(response, fault.http, faultBody(fault))
}

/** The Graph side of the stand-in: any version or none, any of Meta's body forms, Meta's errors. */
export const createGraphRouter = (world: World, outbox: Outbox) => {
  const context: SendContext = { world, outbox, limits: createLimits(world), failedOnce: new Set() }

  type Send = { token: string; numberId: string; fields: BodyFields; path: string }
  const send = (response: ServerResponse, { token, numberId, fields, path }: Send): void => {
    checkToken(world, token)
    const number = world.numbers.get(numberId)
    if (!number) throw noSuchCall(path, 'post')
    checkAccess(world, token, number.accountId)
    const result = sendMessage(context, number, fields)
    if ('answer' in result) sendJson(response, 200, result.answer)
    else if ('http' in result) sendText(response, result.http, '<html><body>Bad gateway</body></html>', 'text/html')
    // Any other result is a fault that leaves the request without an answer.
  }

  const answer = (request: IncomingMessage, response: ServerResponse, url: string, raw: Buffer): void => {
    const cut = url.indexOf('?')
    const path = cut < 0 ? url : url.slice(0, cut)
    const segments = segmentsOf(path)
    const method = request.method ?? 'GET'
    const isUpload = segments[0]?.startsWith('upload:') === true || segments[0]?.startsWith('upload%3A') === true
    const parsed = isUpload ? { fields: {}, file: null } : parseBody(raw, String(request.headers['content-type'] ?? ''))
    if (!parsed) throw new GraphFault(100, { details: 'The body is neither JSON nor a form' })
    const fields =
      cut < 0 ? parsed.fields : { ...Object.fromEntries(new URLSearchParams(url.slice(cut + 1))), ...parsed.fields }
    const token = tokenOf(request, fields)
    if (
      method === 'POST' &&
      (segments[1] === 'messages' || segments[1] === 'marketing_messages') &&
      segments.length === 2
    ) {
      send(response, { token, numberId: segments[0] ?? '', fields, path })
      return
    }
    const call: GraphCall = {
      world,
      outbox,
      method,
      segments,
      fields,
      file: parsed.file,
      raw,
      headers: request.headers,
      token,
    }
    refuseAsTold(world, method, path)
    if (segments[0] === 'oauth' && segments[1] === 'access_token') {
      sendJson(response, 200, exchangeCode(call))
      return
    }
    checkToken(world, token)
    const result = answerCall(call)
    if (result === undefined) throw noSuchCall(path, method)
    sendJson(response, 200, result)
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const raw = request.method === 'GET' ? Buffer.alloc(0) : await readBody(request)
    const run = () => {
      try {
        answer(request, response, request.url ?? '/', raw)
      } catch (error) {
        refuse(response, error)
      }
    }
    if (world.faults.latencyMs > 0) setTimeout(run, world.faults.latencyMs)
    else run()
  }
}

/** Serves the bytes behind a media address, which lives five minutes and needs the token. */
export const serveMedia = (world: World, request: IncomingMessage, response: ServerResponse, address: string): void => {
  const token = tokenOf(request, {})
  const media = world.tokens.get(token)?.valid ? world.media.behindAddress(address) : null
  const bytes = media && world.media.read(media.id)
  if (!media || !bytes) {
    sendJson(
      response,
      token === '' ? 401 : 404,
      faultBody(new GraphFault(131052, { details: 'The address expired, or the token is missing' })),
    )
    return
  }
  response.writeHead(200, { 'content-type': media.mimeType, 'content-length': bytes.length })
  response.end(bytes)
}
