import { type NamedV1Endpoint, v1Endpoints } from '@recado/contracts/notifications/openapi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildOwnApp, type TestApp } from './app.ts'
import { fieldsOf, placesIn, replaced, values, widened, words } from './hostile-values.ts'
import { paramsOf, type V1Call, v1CallOf } from './v1-calls.ts'
import { createV1World, type V1World } from './v1-world.ts'

// Every field, query and path of every call, with hostile values. No call may end in a 5xx.

let test: TestApp
let world: V1World
beforeAll(async () => {
  const limits = '9000000,9000000,9000000'
  test = await buildOwnApp({ NOTIFICATION_LIMITS_UNLIMITED: limits })
  world = await createV1World(test)
})
afterAll(() => test.close())

const send = (named: NamedV1Endpoint, world: V1World, { method, url, payload }: V1Call) =>
  test.app.inject({
    method,
    url,
    headers: named.endpoint.auth === 'widget' ? world.widgetHeaders : world.headers,
    ...(payload === undefined ? {} : { payload: payload as object }),
  })

const refuses = async (named: NamedV1Endpoint, own: V1World, call: V1Call, what: string) => {
  const answer = await send(named, own, call)
  expect([401, 429], what).not.toContain(answer.statusCode)
  expect(answer.statusCode, `${what.slice(0, 200)}: ${answer.body.slice(0, 300)}`).toBeLessThan(500)
}

// The older name of workflows leads to the same handlers; new keys would shut the rest out.
const targets = v1Endpoints
  .filter(({ endpoint }) => endpoint.auth !== 'dashboard' && !endpoint.path.startsWith('/v1/notification-templates'))
  .filter(({ name }) => name !== 'regenerateApiKeys')
  .map((named) => ({ ...named, title: `${named.name}: ${named.endpoint.method} ${named.endpoint.path}` }))

describe.each(targets)('$title', (named: NamedV1Endpoint) => {
  it('takes or refuses whatever it is sent', async () => {
    const takesAway = named.endpoint.method === 'DELETE' || /remove|apply/i.test(named.name)
    const own = takesAway ? await createV1World(test) : world
    const call = v1CallOf(named, own)
    const body = widened(named.endpoint.body, call.payload)
    for (const place of body ? placesIn(body) : []) {
      for (const value of values) {
        const payload = replaced(body, place, value) as object
        await refuses(named, own, { ...call, payload }, `${place.join('.')} = ${JSON.stringify(value)}`)
      }
    }
    for (const param of paramsOf(named.endpoint.path))
      for (const word of words) {
        const given = { [param]: word.toWellFormed() }
        await refuses(named, own, v1CallOf(named, own, given), `${param} = ${word}`)
      }
    for (const name of fieldsOf(named.endpoint.query))
      for (const word of words)
        for (const key of [name, `${name}[]`, `${name}[a]`]) {
          const join = call.url.includes('?') ? '&' : '?'
          const url = `${call.url}${join}${encodeURIComponent(key)}=${encodeURIComponent(word.toWellFormed())}`
          await refuses(named, own, { ...call, url }, url)
        }
  })
})

it('lets nothing in that cannot be worked on', async () => {
  await test.deps.notifications.drain(test.deps)
  const { rows } = await test.deps.database.pool.query(
    `select payload, overrides, error from notification_events where state < 2 or error is not null`,
  )
  expect(rows).toEqual([])
})
