import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import type { IMessage } from '@recado/inbox'
import { Server } from 'socket.io'
import { onTestFinished, vi } from 'vitest'
import { type FakeRoute, onPath } from './fake-server.ts'

/** A notification as its wire shows it. */
export const notificationOf = (id: string, more: Partial<IMessage> = {}): IMessage => ({
  _id: id,
  _templateId: `workflow-${id}`,
  templateIdentifier: 'conversation.assigned',
  channel: 'in_app',
  content: `Notification ${id}`,
  cta: {},
  seen: false,
  read: false,
  createdAt: '2026-11-21T12:00:00.000Z',
  payload: {},
  actor: { type: 'system_icon', data: 'info' },
  ...more,
})

const settings = (socketUrl: string) =>
  onPath('GET', '/api/v1/settings/general', () => ({
    status: 200,
    body: {
      id: 7,
      name: 'Recado',
      notifications: { apiUrl: window.location.origin, socketUrl, applicationIdentifier: 'app' },
    },
  }))

const given = (value: string | null): boolean | undefined => (value === null ? undefined : value === 'true')

/**
 * The notification service for one person: its calls, and a socket that a test speaks through. The page gets the
 * WebSocket of Node's `ws`, because that of jsdom cannot dispatch the events of this environment.
 */
export const fakeInbox = async (messages: IMessage[] = [], preferences: unknown[] = []) => {
  vi.stubGlobal('WebSocket', createRequire(import.meta.url)('ws'))
  const server = createServer()
  const sockets = new Server(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    await sockets.close()
  })
  const asked = ({ query }: { query: URLSearchParams }) => {
    const feed = query.get('feedIdentifier') ?? query.get('feedIdentifier[]')
    const payload = query.get('payload')
    const company = payload ? JSON.parse(atob(payload)).company.id : undefined
    const [seen, read] = [given(query.get('seen')), given(query.get('read'))]
    return messages.filter(
      (message) =>
        (seen === undefined || message.seen === seen) &&
        (read === undefined || message.read === read) &&
        (feed === null || message._feedId === feed) &&
        (company === undefined || JSON.stringify(message.payload).includes(company)),
    )
  }
  const count = (field: 'seen' | 'read') => messages.filter((message) => !message[field]).length
  const get = (path: string, data: (seen: { query: URLSearchParams }) => unknown) =>
    onPath('GET', `/v1/widgets/${path}`, (seen) => ({ status: 200, body: { data: data(seen) } }))
  const mark = (ids: string | string[], flags: { seen?: boolean; read?: boolean }) => {
    const marked = messages.filter(({ _id }) => [ids].flat().includes(_id))
    for (const message of marked) Object.assign(message, flags)
    return marked
  }
  const routes: FakeRoute[] = [
    settings(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    onPath('POST', '/v1/widgets/session/initialize', () => ({
      status: 201,
      body: { data: { token: 'token', profile: { _id: 'subscriber' } } },
    })),
    get('organization', () => ({ _id: 'organization', name: 'Recado', branding: {} })),
    get('notifications/unseen', () => ({ count: count('seen') })),
    get('notifications/unread', () => ({ count: count('read') })),
    get('notifications/count', (seen) => ({ count: asked(seen).length })),
    onPath('GET', '/v1/widgets/notifications/feed', (seen) => {
      const data = asked(seen)
      return { status: 200, body: { data, page: 0, hasMore: false, pageSize: 10, totalCount: data.length } }
    }),
    onPath('POST', '/v1/widgets/messages/markAs', ({ body }) => {
      const { messageId, mark: flags } = body as { messageId: string | string[]; mark: { seen?: boolean } }
      return { status: 201, body: { data: mark(messageId, flags) } }
    }),
    onPath('POST', '/v1/widgets/usage/log', () => ({ status: 201, body: { data: { success: true } } })),
    get('preferences', () => preferences),
    get('preferences/global', () => ({ preference: { enabled: true, channels: {} } })),
  ]
  return {
    routes,
    /** A notification arrives: it is in the list, and the socket says so. */
    arrive: (message: IMessage) => {
      messages.unshift(message)
      sockets.emit('notification_received', { message })
      sockets.emit('unseen_count_changed', { unseenCount: count('seen') })
      sockets.emit('unread_count_changed', { unreadCount: count('read') })
    },
    /** Its browser takes what is sent from now on. */
    isConnected: () => sockets.of('/').sockets.size > 0,
  }
}
