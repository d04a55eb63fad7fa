import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { callerOf, createInboxWorld, type InboxWorld, toldBy } from '#server/test/inbox.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'

let test: TestApp
let world: InboxWorld
let base: string
beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  world = await createInboxWorld(test)
  base = `/subscribers/${world.inbox.subscriber.subscriberId}`
})

const before = new Date(Date.UTC(2026, 0, 1))
const both = () => [{ subscriberId: world.inbox.subscriber.id, unseen: true, unread: true }]

describe('the inbox of a subscriber', () => {
  it('is a page like the widget sees it', async () => {
    const feedId = await world.feed('alpha')
    await world.inbox.message({ content: 'a', feedId, payload: { n: { m: 1 } } })
    await world.inbox.message({ content: 'b', seenAt: before })
    await world.other.message()
    const query = '?page=0&limit=5'
    const ours = await world.inbox.call('GET', `/widgets/notifications/feed${query}`)
    const theirs = await world.api('GET', `${base}/notifications/feed${query}`)
    expect([theirs.status, theirs.body.totalCount]).toEqual([200, 2])
    expect(theirs.body).toEqual(ours.body)
    const payload = btoa('{"n":{"m":1}}')
    const some = await world.api(
      'GET',
      `${base}/notifications/feed?feedIdentifier[]=alpha&seen=false&payload=${payload}`,
    )
    expect(some.body).toMatchObject({ totalCount: 1, data: [{ content: 'a' }] })
    expect((await world.api('GET', `${base}/notifications/feed?limit=101`)).status).toBe(400)
  })

  it('is counted', async () => {
    await world.inbox.message()
    await world.inbox.message({ seenAt: before })
    await world.inbox.message({ seenAt: before })
    const count = async (query: string) => (await world.api('GET', `${base}/notifications/unseen${query}`)).data
    expect(await count('')).toEqual({ count: 1 })
    expect(await count('?seen=true')).toEqual({ count: 2 })
    expect(await count('?seen=false')).toEqual({ count: 1 })
  })

  it('is marked', async () => {
    const [mine, theirs] = [await world.inbox.message(), await world.other.message()]
    const messageId = [mine.id, theirs.id]
    const marked = await world.api('POST', `${base}/messages/markAs`, { messageId, mark: { read: true } })
    expect([marked.status, marked.data]).toMatchObject([201, [{ _id: mine.id, seen: false, read: true }]])
    const unread = await world.api('POST', `${base}/messages/mark-as`, { messageId: mine.id, markAs: 'unread' })
    expect([unread.status, unread.data]).toMatchObject([201, [{ _id: mine.id, seen: true, read: false }]])
    const { data } = await world.other.call('GET', '/widgets/notifications/unread')
    expect(data).toEqual({ count: 1 })
  })

  it.each([
    ['read', 2, ['11', '11', '11']],
    ['unread', 1, ['10', '10', '00']],
    ['seen', 1, ['11', '10', '10']],
    ['unseen', 2, ['01', '00', '00']],
  ])('is marked as a whole as %s', async (markAs, changed, flags) => {
    await world.inbox.message({ createdAt: new Date(3000), seenAt: before, readAt: before })
    await world.inbox.message({ createdAt: new Date(2000), seenAt: before })
    await world.inbox.message({ createdAt: new Date(1000) })
    await world.other.message({ seenAt: before })
    const path = `${base}/messages/mark-all`
    const changes = await toldBy(test.deps, async () => {
      expect(await world.api('POST', path, { markAs })).toMatchObject({ status: 201, data: changed })
      expect(await world.api('POST', path, { markAs })).toMatchObject({ status: 201, data: 0 })
    })
    expect(changes).toEqual([...both(), ...both()])
    type Item = { seen: boolean; read: boolean }
    const flagsIn = async (inbox: InboxWorld['inbox']) =>
      (await inbox.call('GET', '/widgets/notifications/feed')).body.data.map(
        ({ seen, read }: Item) => `${Number(seen)}${Number(read)}`,
      )
    expect(await flagsIn(world.inbox)).toEqual(flags)
    expect(await flagsIn(world.other)).toEqual(['10'])
  })

  it('is marked by feed', async () => {
    await world.inbox.message({ feedId: await world.feed('alpha') })
    await world.inbox.message()
    const mark = async (feedIdentifier: unknown) =>
      (await world.api('POST', `${base}/messages/mark-all`, { markAs: 'read', feedIdentifier })).data
    expect([await mark('nobody'), await mark(['alpha', 'nobody']), await mark(undefined)]).toEqual([0, 1, 1])
    expect((await world.api('POST', `${base}/messages/mark-all`, { markAs: 'gone' })).status).toBe(400)
  })

  it('is acted upon', async () => {
    const [mine, theirs] = [await world.inbox.message(), await world.other.message()]
    const act = (id: string) =>
      world.api('POST', `${base}/messages/${id}/actions/primary`, { status: 'done', payload: { a: 1 } })
    const { status, data } = await act(mine.id)
    expect([status, data.cta.action]).toEqual([
      201,
      { buttons: [], status: 'done', result: { type: 'primary', payload: { a: 1 } } },
    ])
    expect((await act(theirs.id)).status).toBe(404)
  })
})

describe('a subscriber who is not there', () => {
  const id = '000000000000000000000000'
  const calls = [
    ['GET', '/notifications/feed', undefined],
    ['GET', '/notifications/unseen', undefined],
    ['POST', '/messages/markAs', { messageId: id, mark: { seen: true } }],
    ['POST', '/messages/mark-as', { messageId: id, markAs: 'read' }],
    ['POST', '/messages/mark-all', { markAs: 'read' }],
    ['POST', `/messages/${id}/actions/primary`, { status: 'done' }],
    ['GET', '/preferences', undefined],
    ['GET', '/preferences/global', undefined],
    ['PATCH', `/preferences/${id}`, { enabled: true }],
    ['PATCH', '/preferences', { enabled: true }],
  ] as const

  it.each(calls)('is 404 at %s %s, also with the key of another environment', async (method, path, body) => {
    expect((await world.api(method, `/subscribers/nobody${path}`, body)).status).toBe(404)
    const elsewhere = callerOf(test, (await createTestEnvironment(test.deps)).headers)
    expect((await elsewhere(method, `${base}${path}`, body)).status).toBe(404)
    expect((await callerOf(test, {})(method, `${base}${path}`, body)).status).toBe(401)
  })
})
