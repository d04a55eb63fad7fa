import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ChannelType, IMessage, IUserPreferenceSettings } from '../client/wire.ts'

// A stand-in for the notification service: a few subscribers in memory, and the calls that the tests of React need.
// The real service is driven by the tests of the server and in the browser. It has no socket.

export const messageOf = (number: number, fields: Partial<IMessage> = {}): IMessage => ({
  _id: String(number).padStart(24, '0'),
  _templateId: 'workflow',
  templateIdentifier: 'order-left',
  channel: 'in_app',
  content: `Order ${number} left`,
  cta: { action: { buttons: [] } },
  seen: false,
  read: false,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString(),
  payload: { number },
  ...fields,
})

const preferencesOf = (email: boolean): IUserPreferenceSettings => ({
  template: { _id: 'workflow', name: 'Order left', critical: false },
  preference: { enabled: true, channels: { email } },
})
const changed = (item: IUserPreferenceSettings, body: Record<string, unknown>) => {
  const { type, enabled } = body['channel'] as { type: ChannelType; enabled: boolean }
  item.preference.channels[type] = enabled
  return item
}
const globalOf = (email: boolean) => ({ preference: { enabled: true, channels: { email } } })

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

/** Listens on the loopback address; `people` are the notifications of each subscriber, newest first. */
export const startStandIn = async (people: Record<string, IMessage[]>, workflows = [preferencesOf(true)]) => {
  /** Method and path of what was asked. */
  const requests: string[] = []
  const tokens: string[] = []
  const bodies: { path: string; body: Record<string, unknown> }[] = []
  /** Answered in place of what it would say itself. */
  const given = new Map<string, unknown>()
  /** What is asked for with such a beginning is refused. */
  const refused = new Set<string>()
  const waiting: (() => void)[] = []
  let isHolding = false

  const answer = (path: string, query: URLSearchParams, body: Record<string, unknown>, token: string): unknown => {
    const own = people[token] ?? []
    const ids = [body['messageId'] ?? body['messageIds'] ?? []].flat()
    const chosen = () => own.filter(({ _id }) => ids.includes(_id))
    const unseen = () => own.filter(({ seen }) => !seen).length
    const page = Number(query.get('page') ?? 0)
    const limit = Number(query.get('limit') ?? 10)
    const answers: Record<string, () => unknown> = {
      'POST /session/initialize': () => ({
        token: body['subscriberId'],
        profile: { _id: `id-${body['subscriberId']}` },
      }),
      'GET /organization': () => ({ _id: 'organization', name: 'Shop' }),
      'GET /notifications/unseen': () => ({ count: unseen() }),
      'GET /notifications/count': () => ({ count: unseen() }),
      'GET /notifications/unread': () => ({ count: own.filter(({ read }) => !read).length }),
      'GET /preferences': () => workflows,
      'GET /preferences/global': () => [globalOf(true)],
      'PATCH /preferences': () => globalOf(false),
      'POST /messages/markAs': () => chosen().map((message) => Object.assign(message, body['mark'])),
      'POST /messages/archive': () => chosen().map((message) => ({ ...message, archived: true })),
      'POST /messages/snooze': () => chosen().map((message) => ({ ...message, snoozedUntil: body['snoozedUntil'] })),
      'POST /messages/read': () => own.length,
      'POST /messages/seen': () => own.length,
      'DELETE /messages': () => own.splice(0).length,
      'POST /messages/bulk/delete': () => ({}),
      'GET /notifications/feed': () => ({
        data: own.slice(page * limit, (page + 1) * limit),
        page,
        pageSize: limit,
        totalCount: own.length,
        hasMore: own.length > (page + 1) * limit,
      }),
    }
    const workflow = workflows.find(({ template }) => path === `PATCH /preferences/${template._id}`)
    if (workflow) return changed(workflow, body)
    const message = own.find(({ _id }) => path.includes(_id))
    if (message && path.startsWith('POST')) return { ...message, cta: { action: { status: body['status'] } } }
    if (message) return own.splice(own.indexOf(message), 1)[0]
    return answers[path]?.()
  }

  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/socket.io')) return response.writeHead(404).end()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://stand-in')
    const path = `${request.method} ${pathname.replace('/v1/widgets', '')}`
    const token = request.headers.authorization?.replace('Bearer ', '') ?? ''
    requests.push(path)
    tokens.push(token)
    if (isHolding) await new Promise<void>((resolve) => waiting.push(resolve))
    const body = JSON.parse((await textOf(request)) || '{}')
    bodies.push({ path, body })
    const isRefused = [...refused].some((beginning) => path.startsWith(beginning))
    const data = isRefused ? undefined : (given.get(path) ?? answer(path, searchParams, body, token))
    response.statusCode = data === undefined ? 400 : 200
    response.setHeader('content-type', 'application/json')
    const isPage = path === 'GET /notifications/feed'
    return response.end(JSON.stringify(data === undefined ? { message: 'refused' } : isPage ? data : { data }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** With which tokens; a token is the id of its subscriber. */
    tokens,
    refused,
    given,
    /** What was sent along with a call. */
    sent: (path: string) => bodies.filter((one) => one.path === path).map(({ body }) => body),
    /** Answers nothing until `release`. */
    hold: () => {
      isHolding = true
    },
    /** Answers what comes from now on; what was held waits for `release`. */
    holdNoMore: () => {
      isHolding = false
    },
    release: () => {
      isHolding = false
      for (const answer of waiting.splice(0)) answer()
    },
    asked: (path: string) => requests.filter((request) => request === path).length,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type StandIn = Awaited<ReturnType<typeof startStandIn>>
