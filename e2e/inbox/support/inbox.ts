import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { defaults, type Params, printParams } from '../../../packages/inbox/playground/params.ts'
import {
  connectTo,
  type InApp,
  type Person,
  type WorkflowOptions,
} from '../../../packages/inbox/playground/server/recado.ts'
import { demo } from '../../support/demo.ts'

// How a journey of the inbox goes:
//
//   const person = newPerson()                                    no one else's inbox, empty
//   const order = await newWorkflow({ content: 'Order {{n}}' })   in-app; more of it: url, buttons, actor, feedId
//   await order.trigger(person, { n: 1 })                         a real trigger by the API key of the demo
//   await openPlayground(page, person, { tabs: 'all,unread' })    every parameter: packages/inbox/playground/params.ts
//   const inbox = inboxOn(page)                                   its parts, also inside the shadow root of the element
//
// The playground runs on an origin of its own, so that calls cross origins as they do on a customer's page. Its bad
// networks (`state: 'slow' | 'failing' | 'refusing' | 'down' | 'offline'`) are described in playground/server/edge.ts.
// Other pages: `hostilePage`, `plainPage` (the script tag alone) and `compatibilityPage`.

export const pagesUrl = () => `http://localhost:${process.env['E2E_PAGES_PORT']}`

/** The notification API of the running product, with its key. */
export const recado = () => connectTo(demo().notifications)

/** A subscriber whom no other test knows. */
export const newPerson = (): Person => recado().person(`person-${randomUUID()}`)

/** A feed of a name that no other test uses. */
export const newFeed = (name = 'feed') => recado().createFeed(`${name}-${randomUUID().slice(0, 8)}`)

/** A workflow of its own for a test, and what triggers it. Templates read the payload: `Order {{n}}`. */
export const newWorkflow = async (inApp: InApp, options: WorkflowOptions & { name?: string } = {}) => {
  const { name = 'Journey', ...rest } = options
  const api = recado()
  const workflow = await api.createWorkflow(`${name} ${randomUUID().slice(0, 8)}`, inApp, rest)
  return {
    ...workflow,
    trigger: (person: Person, payload: Record<string, unknown> = {}, actor?: string) =>
      api.trigger(person, { identifier: workflow.identifier, payload, ...(actor && { actor }) }),
    /** One for each payload; the last is the newest. */
    triggerMany: (person: Person, payloads: readonly Record<string, unknown>[]) =>
      api.triggerMany(
        person,
        payloads.map((payload) => ({ identifier: workflow.identifier, payload })),
      ),
  }
}

/** What the service itself says of someone's inbox, past every interface; with a body, what it says to that change. */
export const askService = async <T>(person: Person, path: string, change?: object): Promise<T> => {
  const { apiUrl, applicationIdentifier } = demo().notifications
  const { subscriberId, subscriberHash: hmacHash } = person
  const begun = await fetch(`${apiUrl}/v1/widgets/session/initialize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ applicationIdentifier, subscriberId, hmacHash }),
  })
  const { data } = (await begun.json()) as { data: { token: string } }
  const answer = await fetch(`${apiUrl}/v1/widgets${path}`, {
    headers: { authorization: `Bearer ${data.token}`, ...(change && { 'content-type': 'application/json' }) },
    ...(change && { method: 'POST', body: JSON.stringify(change) }),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

type Choice = Partial<Omit<Params, 'subscriber'>>

const queryOf = ({ subscriberId }: Person, params: Choice) =>
  printParams({ ...defaults, panel: false, ...params, subscriber: subscriberId })

/** The playground without its controls. */
export const openPlayground = (page: Page, person: Person, params: Choice = {}) =>
  page.goto(`${pagesUrl()}/${queryOf(person, params)}`)

/** Opens the inbox inside a page whose styles reach everything. */
export const openHostilePage = (page: Page, person: Person, params: Choice = {}) =>
  page.goto(`${pagesUrl()}/hostile.html${queryOf(person, params)}`)

/** A page with one script tag and one element; attributes by their names, `tag: 'content'` for the list alone. */
export const openPlainPage = (page: Page, person: Person, attributes: Record<string, string> = {}) =>
  page.goto(`${pagesUrl()}/plain?${new URLSearchParams({ ...attributes, subscriber: person.subscriberId })}`)

/** The page that was written for the 0.24 widget, with that widget or with ours. */
export const openCompatibilityPage = (
  page: Page,
  person: Person,
  widget: 'published' | 'ours',
  extra: Record<string, string> = {},
) => {
  const { applicationIdentifier: app, apiUrl: api } = demo().notifications
  const { subscriberId: subscriber, subscriberHash: hash } = person
  return page.goto(
    `${pagesUrl()}/compatibility/${widget}/index.html?${new URLSearchParams({ app, api, subscriber, hash, ...extra })}`,
  )
}

/** The parts of an inbox, by the test hooks that the 0.24 widget has too. */
export const inboxOn = (page: Page | Locator) => {
  const part = (name: string) => page.locator(`[data-test-id="${name}"]`)
  return {
    part,
    bell: part('notification-bell'),
    count: part('unseen-count-label'),
    layout: part('layout-wrapper'),
    list: part('notifications-scroll-area'),
    items: part('notification-list-item'),
    title: part('notifications-header-title'),
    markAllRead: part('notifications-header-mark-all-as-read'),
    settings: part('user-preference-cog'),
    back: part('go-back-btn'),
    workflows: part('workflow-list-item'),
    tab: (storeId: string) => part(`tab-${storeId}`),
    /** The item with that text, and what is on it. */
    item: (text: string | RegExp) => {
      const item = part('notification-list-item').filter({ hasText: text })
      return Object.assign(item, { dots: item.locator('[data-test-id="notification-dots-button"]') })
    },
  }
}
