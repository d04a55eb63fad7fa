import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let world: TestApp
let headers: Record<string, string>
beforeAll(async () => {
  world = await buildOwnApp()
  headers = (await createTestEnvironment(world.deps)).headers
})
afterAll(() => world.close())

const post = async (url: string, payload: object) => {
  const response = await world.app.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}
const get = async (url: string) => (await world.app.inject({ method: 'GET', url, headers })).json()

test('a trigger ends in a message in the inbox', async () => {
  const groups = await get('/v1/notification-groups')
  const workflow = await post('/v1/workflows', {
    name: 'Order shipped',
    notificationGroupId: groups.data[0]._id,
    active: true,
    steps: [{ template: { type: 'in_app', content: 'Hello {{subscriber.firstName}}, order {{order}} left' } }],
  })
  expect(workflow.status).toBe(201)
  const answer = await post('/v1/events/trigger', {
    name: workflow.body.data.triggers[0].identifier,
    to: { subscriberId: 'bia', firstName: 'Bia' },
    payload: { order: 'A<1>' },
  })
  expect(answer).toMatchObject({ status: 201, body: { data: { acknowledged: true, status: 'processed' } } })
  await world.deps.notifications.drain(world.deps)
  const feed = await get('/v1/subscribers/bia/notifications/feed')
  expect(feed.data).toMatchObject([{ content: 'Hello Bia, order A&lt;1&gt; left', seen: false, read: false }])
})
