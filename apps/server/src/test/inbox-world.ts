import { startNotificationServer } from './notification-server.ts'
import { createTestEnvironment } from './notifications.ts'

/** A listening server with an environment, and a workflow that tells subscribers in the inbox and by e-mail. */
export const createInboxWorld = async () => {
  const server = await startNotificationServer()
  const environment = await createTestEnvironment(server.deps)

  /** A call of the customer's own server. */
  const callApi = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { ...environment.headers, 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/v1${path}`, { method, headers, body: JSON.stringify(body) ?? null })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
    return ((await answer.json()) as { data: T }).data
  }

  const [group] = await callApi<{ _id: string }[]>('GET', '/notification-groups')
  const buttons = [{ type: 'primary', content: 'Track' }]
  const template = { type: 'in_app', content: 'Order {{number}} left', cta: { action: { status: 'pending', buttons } } }
  const created = await callApi<{ _id: string; triggers: { identifier: string }[] }>('POST', '/workflows', {
    name: 'Order left',
    notificationGroupId: group?._id,
    active: true,
    steps: [{ template }, { template: { type: 'email', subject: 'Left', content: 'Left' } }],
  })
  const workflow = { _id: created._id, identifier: created.triggers[0]?.identifier ?? '' }

  return {
    server,
    environment,
    workflow,
    callApi,
    /** Tells a subscriber of an order. */
    trigger: (to: string, number: number) =>
      callApi('POST', '/events/trigger', { name: workflow.identifier, to, payload: { number } }),
  }
}

export type InboxWorld = Awaited<ReturnType<typeof createInboxWorld>>
