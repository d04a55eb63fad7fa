import type { Page, Request, Route } from '@playwright/test'
import type { Person } from '../../../packages/inbox/playground/server/recado.ts'
import { askService } from './inbox.ts'

type WidgetCall = { name: string; query: Record<string, string>; body: unknown }

const callOf = (request: Request): WidgetCall | null => {
  const { pathname, searchParams } = new URL(request.url())
  const [, path] = /\/v1\/widgets(\/.*)$/.exec(pathname) ?? []
  if (!path || request.method() === 'OPTIONS') return null
  return { name: `${request.method()} ${path}`, query: Object.fromEntries(searchParams), body: request.postDataJSON() }
}

/** The calls that a page makes to the service from now on, named by method and path: `GET /notifications/feed`. */
export const watchCalls = (page: Page) => {
  const all: WidgetCall[] = []
  page.on('request', (request) => {
    const call = callOf(request)
    if (call) all.push(call)
  })
  return {
    all,
    names: () => all.map(({ name }) => name),
    of: (name: string | RegExp) =>
      all.filter((call) => (name instanceof RegExp ? name.test(call.name) : name === call.name)),
    /** The pages of lists that were asked for. */
    pages: () => all.filter(({ name }) => name === 'GET /notifications/feed').map(({ query }) => Number(query['page'])),
  }
}

/** Lets calls to a path wait until the result is called. */
export const hold = async (page: Page, path: string) => {
  const gate = Promise.withResolvers<void>()
  await page.route(`**/v1/widgets${path}`, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** Lets calls to a path be refused until the result is called. */
export const refuse = async (page: Page, path: string) => {
  const answer = (route: Route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { statusCode: 400, message: 'Refused by the test', error: 'Bad Request' },
    })
  await page.route(`**/v1/widgets${path}`, answer)
  return () => page.unroute(`**/v1/widgets${path}`, answer)
}

type Told = { _id: string; content: string; seen: boolean; read: boolean; cta: { action?: { status?: string } } }

/** The notifications of someone as the service tells them, newest first. */
export const feedOf = async (person: Person, query = ''): Promise<Told[]> =>
  (await askService<{ data: Told[] }>(person, `/notifications/feed?limit=100&${query}`)).data

/** The one with that text. */
export const toldOf = async (person: Person, text: string): Promise<Told | undefined> =>
  (await feedOf(person)).find(({ content }) => content.includes(text))

export const countOf = async (person: Person, what: 'unseen' | 'unread'): Promise<number> =>
  (await askService<{ data: { count: number } }>(person, `/notifications/${what}`)).data.count
