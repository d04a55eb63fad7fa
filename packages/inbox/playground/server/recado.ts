import { createHmac } from 'node:crypto'

/** How a running demo describes its notification service. */
export type Service = { apiUrl: string; socketUrl: string; applicationIdentifier: string; apiKey: string }

export type Person = { subscriberId: string; subscriberHash: string }

/** What the in-app step of a workflow says; texts are templates over the payload of the trigger. */
export type InApp = {
  content: string
  url?: string
  buttons?: readonly { type: 'primary' | 'secondary'; content: string }[]
  actor?: { type: 'none' | 'user' | 'system_icon' | 'system_custom'; data?: string | null }
  /** The `_id` of a feed. */
  feedId?: string
}

export type WorkflowOptions = {
  tags?: readonly string[]
  critical?: boolean
  /** An e-mail step beside it, so that there is more than one channel to choose. */
  withEmail?: boolean
  preferences?: Partial<Record<'in_app' | 'email' | 'sms' | 'chat' | 'push', boolean>>
}

export type Workflow = { _id: string; name: string; identifier: string }

type Event = { identifier: string; payload?: Record<string, unknown>; actor?: string }

const BULK = 100

const stepsOf = ({ content, url, buttons, actor, feedId }: InApp, withEmail: boolean) => {
  const cta = { type: 'redirect', ...(url && { data: { url } }), ...(buttons && { action: { buttons } }) }
  const inApp = { type: 'in_app', content, ...((url || buttons) && { cta }), actor, feedId }
  const email = { type: 'email', subject: 'News', content: [{ type: 'text', content }] }
  return [{ template: inApp }, ...(withEmail ? [{ template: email }] : [])]
}

/** What the tests and the playground do to a running Recado from outside, with the API key of its environment. */
export const connectTo = (service: Service) => {
  const call = async <T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${service.apiUrl}/v1${path}`, {
      method,
      headers: { authorization: `ApiKey ${service.apiKey}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }

  const asWorkflow = (found: { _id: string; name: string; triggers: { identifier: string }[] }): Workflow => ({
    _id: found._id,
    name: found.name,
    identifier: found.triggers[0]?.identifier ?? '',
  })

  const triggers = (person: Person, events: readonly Event[]) =>
    events.map(({ identifier, payload = {}, actor }) => ({
      name: identifier,
      to: person.subscriberId,
      payload,
      ...(actor && { actor }),
    }))

  return {
    call,

    /** Someone by their id, with the proof that this id may open an inbox. */
    person: (subscriberId: string): Person => ({
      subscriberId,
      subscriberHash: createHmac('sha256', service.apiKey).update(subscriberId).digest('hex'),
    }),

    /** Writes the profile of a subscriber, who is created when new. */
    identify: (person: Person, profile: { firstName?: string; lastName?: string; avatar?: string; email?: string }) =>
      call('POST', '/subscribers', { subscriberId: person.subscriberId, ...profile }),

    async createFeed(name: string): Promise<{ _id: string; identifier: string }> {
      return call('POST', '/feeds', { name })
    },

    /** An active workflow with one in-app step. */
    async createWorkflow(name: string, inApp: InApp, options: WorkflowOptions = {}): Promise<Workflow> {
      const [group] = await call<{ _id: string }[]>('GET', '/notification-groups')
      const { tags = [], critical = false, withEmail = false, preferences } = options
      const body = {
        name,
        notificationGroupId: group?._id,
        active: true,
        tags,
        critical,
        ...(preferences && { preferenceSettings: preferences }),
        steps: stepsOf(inApp, withEmail),
      }
      return asWorkflow(await call('POST', '/workflows', body))
    },

    /** The workflow of that name, or undefined. */
    async findWorkflow(name: string): Promise<Workflow | undefined> {
      const query = new URLSearchParams({ query: name, limit: '100' })
      const found = await call<Parameters<typeof asWorkflow>[0][]>('GET', `/workflows?${query}`)
      return found.map(asWorkflow).find((workflow) => workflow.name === name)
    },

    /** One notification. */
    trigger: (person: Person, event: Event) => call('POST', '/events/trigger', triggers(person, [event])[0]),

    /** Many notifications, the last one newest. */
    async triggerMany(person: Person, events: readonly Event[]): Promise<void> {
      for (let from = 0; from < events.length; from += BULK) {
        await call('POST', '/events/trigger/bulk', { events: triggers(person, events.slice(from, from + BULK)) })
      }
    },
  }
}

export type Recado = ReturnType<typeof connectTo>
