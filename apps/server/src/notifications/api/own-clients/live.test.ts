import { createInbox, type Inbox, type InboxOptions, type IStoreQuery } from '@recado/inbox/headless'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type Gate, openGate } from '#server/test/gate.ts'
import { createInboxWorld, type InboxWorld } from '#server/test/inbox-world.ts'

// What an inbox shows while others change it, the network goes away, and the server refuses.

let world: InboxWorld
let gate: Gate
const ends: (() => unknown)[] = []

beforeAll(async () => {
  world = await createInboxWorld()
})
beforeEach(async () => {
  gate = await openGate(world.server.url)
})
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await gate.close()
})
afterAll(() => world.server.stop())

/** Lets the inbox tell the console that the network failed. */
const expectComplaints = () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  ends.push(() => printed.mockRestore())
}

let people = 0
/** Runs after what was told has been gathered; far less than a test may take. */
const soon = { timeout: 60_000, interval: 20 }

const createTab = async (
  subscriberId = `live-${++people}`,
  options: Partial<InboxOptions> = {},
  query?: IStoreQuery,
) => {
  const inbox = createInbox({
    backendUrl: gate.url,
    applicationIdentifier: world.environment.identifier,
    subscriberId,
    pageSize: 10,
    ...options,
  })
  ends.push(inbox.stop, inbox.watchFeed(query))
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().connection).toBe('connected'), soon)
  const tab = {
    inbox,
    subscriberId,
    feed: () => [...inbox.getState().feeds.values()][0],
    items: () => tab.feed()?.items ?? [],
    numbers: () => tab.items().map(({ payload }) => payload['number']),
    counts: () => [inbox.getState().unseen.data, inbox.getState().unread.data],
  }
  await vi.waitFor(() => expect(tab.feed()?.isLoading).toBe(false), soon)
  return tab
}
type Tab = Awaited<ReturnType<typeof createTab>>

const tell = async (tab: Tab, ...numbers: number[]) => {
  for (const number of numbers) await world.trigger(tab.subscriberId, number)
  await vi.waitFor(() => expect(tab.numbers()).toEqual(expect.arrayContaining(numbers)), soon)
}
const first = (inbox: Inbox) => [...inbox.getState().feeds.values()][0]?.items[0]?._id ?? ''
const upTo = (count: number) => Array.from({ length: count }, (_, index) => count - index)

test('what another tab reads, removes and marks is shown here', async () => {
  const tab = await createTab()
  const other = await createTab(tab.subscriberId)
  await tell(tab, 1)
  await tell(tab, 2)
  await vi.waitFor(
    () =>
      expect([tab.counts(), other.numbers()]).toEqual([
        [2, 2],
        [2, 1],
      ]),
    soon,
  )
  await other.inbox.markAs(first(other.inbox), { seen: true, read: true })
  await vi.waitFor(() => expect(tab.items().map(({ read }) => read)).toEqual([true, false]), soon)
  await vi.waitFor(() => expect(tab.counts()).toEqual([1, 1]), soon)
  await other.inbox.remove(first(other.inbox))
  await vi.waitFor(() => expect(tab.numbers()).toEqual([1]), soon)
  await other.inbox.markAllRead()
  await vi.waitFor(() => expect([tab.counts(), tab.items()[0]?.read]).toEqual([[0, 0], true]), soon)
})

test('all of a payload are marked, also those that were never read, and no others', async () => {
  const tab = await createTab(undefined, { pageSize: 2 }, { payload: { number: 1 } })
  const all = await createTab(tab.subscriberId)
  for (const number of [1, 1, 1, 2]) await world.trigger(tab.subscriberId, number)
  await vi.waitFor(() => expect([tab.feed()?.totalCount, all.counts()]).toEqual([3, [4, 4]]), soon)
  expect(await tab.inbox.markAllRead(undefined, { number: 1 })).toBe(3)
  await vi.waitFor(
    () =>
      expect([tab.counts(), all.counts()]).toEqual([
        [1, 1],
        [1, 1],
      ]),
    soon,
  )
  await vi.waitFor(() => expect(tab.items().every(({ read }) => read)).toBe(true), soon)
})

test('a burst of thirty leaves none out', async () => {
  const tab = await createTab(undefined, { pageSize: 50 })
  const received: unknown[] = []
  tab.inbox.on('notificationReceived', ({ payload }) => received.push(payload['number']))
  await Promise.all(upTo(30).map((number) => world.trigger(tab.subscriberId, number)))
  await vi.waitFor(() => expect([...tab.numbers()].sort((a, b) => Number(b) - Number(a))).toEqual(upTo(30)), soon)
  expect(received.length).toBe(30)
  await vi.waitFor(() => expect(tab.counts()).toEqual([30, 30]), soon)
})

test('pages go on without gaps and twins while new ones come in', async () => {
  const tab = await createTab()
  for (const number of upTo(23).reverse()) await world.trigger(tab.subscriberId, number)
  await world.server.settle()
  await vi.waitFor(() => expect(tab.counts()[0]).toBe(23), soon)
  await tab.inbox.refetchFeed()
  await tab.inbox.fetchNextPage()
  await tell(tab, 24)
  while (tab.feed()?.hasMore) await tab.inbox.fetchNextPage()
  expect(tab.numbers()).toEqual(upTo(24))
  expect(tab.feed()?.totalCount).toBe(24)
})

test('what came while the network was away is there when it is back', async () => {
  const tab = await createTab()
  await tell(tab, 1)
  expectComplaints()
  await gate.close()
  await vi.waitFor(() => expect(tab.inbox.getState().connection).toBe('disconnected'), soon)
  await world.trigger(tab.subscriberId, 2)
  await world.trigger(tab.subscriberId, 3)
  await world.server.settle()
  await gate.open()
  await vi.waitFor(() => expect(tab.numbers()).toEqual([3, 2, 1]), soon)
  await vi.waitFor(() => expect(tab.counts()).toEqual([3, 3]), soon)
  expect(tab.inbox.getState().connection).toBe('connected')
})

test('a page that opens while the server is away begins when it is back', async () => {
  expectComplaints()
  await gate.close()
  const inbox = createInbox({
    backendUrl: gate.url,
    applicationIdentifier: world.environment.identifier,
    subscriberId: `live-${++people}`,
    retry: { delay: () => 100, retries: 50 },
  })
  ends.push(inbox.stop)
  inbox.start()
  await vi.waitFor(() => expect(inbox.getState().session.status).toBe('starting'), soon)
  await gate.open()
  await vi.waitFor(() => expect(inbox.getState().unseen.data).toBe(0), soon)
})

test('a message that comes while the list is being read is not forgotten', async () => {
  const tab = await createTab(undefined, { socketUrl: world.server.url })
  await tell(tab, 1)
  await vi.waitFor(() => expect(tab.feed()?.isFetching).toBe(false), soon)
  gate.hold()
  void tab.inbox.refetchFeed()
  await vi.waitFor(() => expect(gate.held()).toBeGreaterThan(0), soon)
  await world.trigger(tab.subscriberId, 2)
  await vi.waitFor(() => expect(tab.counts()[0]).toBe(2), soon)
  gate.release()
  await vi.waitFor(() => expect(tab.numbers()).toEqual([2, 1]), soon)
})

test('a token that has expired is renewed unasked, for calls and for the socket', async () => {
  const tab = await createTab()
  await tell(tab, 1)
  const { now } = world.server.deps
  const before = tab.inbox.getState().session.token
  world.server.deps.now = () => new Date(now().getTime() + 16 * 24 * 60 * 60 * 1000)
  ends.push(() => {
    world.server.deps.now = now
  })
  const marked = await tab.inbox.markAs(first(tab.inbox), { seen: true, read: true })
  expect(marked).toMatchObject([{ read: true }])
  const renewed = tab.inbox.getState().session.token
  expect(renewed).not.toBe(before)

  world.server.deps.now = () => new Date(now().getTime() + 32 * 24 * 60 * 60 * 1000)
  expectComplaints()
  await gate.close()
  await gate.open()
  await vi.waitFor(() => expect(tab.inbox.getState().session.token).not.toBe(renewed), soon)
  await vi.waitFor(() => expect(tab.inbox.getState().connection).toBe('connected'), soon)
  await tell(tab, 2)
})

test('a change that fails is taken back, in the list and in the counts', async () => {
  const tab = await createTab()
  await tell(tab, 1)
  await tell(tab, 2)
  await vi.waitFor(() => expect(tab.counts()).toEqual([2, 2]), soon)
  expectComplaints()
  await gate.close()
  const marking = tab.inbox.markAs(first(tab.inbox), { seen: true, read: true })
  expect(tab.items().map(({ read }) => read)).toEqual([true, false])
  expect(tab.counts()).toEqual([1, 1])
  await expect(marking).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  expect(tab.items().map(({ read }) => read)).toEqual([false, false])
  expect(tab.counts()).toEqual([2, 2])
  const markingAll = tab.inbox.markAllRead()
  expect(tab.counts()).toEqual([0, 0])
  await expect(markingAll).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  const removing = tab.inbox.removeAll()
  expect(tab.numbers()).toEqual([])
  await expect(removing).rejects.toMatchObject({ code: 'ERR_NETWORK' })
  expect([tab.numbers(), tab.counts()]).toEqual([
    [2, 1],
    [2, 2],
  ])
  await gate.open()
  await vi.waitFor(() => expect(tab.counts()).toEqual([2, 2]), soon)
})

test('what is put away leaves the inbox and its counts, and comes back', async () => {
  const tab = await createTab()
  const other = await createTab(tab.subscriberId)
  const archive = await createTab(tab.subscriberId, {}, { archived: true })
  const later = await createTab(tab.subscriberId, {}, { snoozed: true })
  await tell(tab, 1)
  await tell(tab, 2)
  const numbers = () => [tab, other, archive, later].map((shown) => shown.numbers())
  await vi.waitFor(
    () =>
      expect([numbers(), other.counts()]).toEqual([
        [[2, 1], [2, 1], [], []],
        [2, 2],
      ]),
    soon,
  )
  const [second = '', first = ''] = tab.items().map(({ _id }) => _id)
  const archiving = tab.inbox.archive(second, true)
  expect([tab.numbers(), tab.counts()]).toEqual([[1], [1, 1]])
  await archiving
  const until = new Date(world.server.deps.now().getTime() + 60 * 60 * 1000)
  const snoozing = tab.inbox.snooze(first, until)
  expect([tab.numbers(), tab.counts()]).toEqual([[], [0, 0]])
  await snoozing
  await vi.waitFor(
    () =>
      expect([numbers(), other.counts()]).toEqual([
        [[], [], [2], [1]],
        [0, 0],
      ]),
    soon,
  )
  expect(later.items()[0]?.snoozedUntil).toBe(until.toISOString())
  await archive.inbox.archive(second, false)
  await later.inbox.snooze(first, null)
  await vi.waitFor(() => expect(numbers()).toEqual([[2, 1], [2, 1], [], []]), soon)
  await vi.waitFor(() => expect(tab.counts()).toEqual([1, 1]), soon)
})

test('more than a hundred are removed and marked as one', async () => {
  const tab = await createTab(undefined, { pageSize: 100 })
  await Promise.all(upTo(120).map((number) => world.trigger(tab.subscriberId, number)))
  await world.server.settle()
  await tab.inbox.refetchFeed()
  while (tab.items().length < 120) await tab.inbox.fetchNextPage()
  const ids = tab.items().map(({ _id }) => _id)
  expect(await tab.inbox.markAs(ids, { seen: true, read: true })).toHaveLength(120)
  await vi.waitFor(() => expect(tab.counts()).toEqual([0, 0]), soon)
  await tab.inbox.remove(ids.slice(0, 110))
  await tab.inbox.refetchFeed()
  expect([tab.items().map(({ _id }) => _id), tab.feed()?.totalCount]).toEqual([ids.slice(110), 10])
})

test('preferences that cannot be saved are taken back', async () => {
  const tab = await createTab()
  const { inbox } = tab
  await inbox.refetchPreferences()
  await inbox.refetchGlobalPreferences()
  const email = () => inbox.getState().preferences.data?.[0]?.preference.channels.email
  const sms = () => inbox.getState().globalPreferences.data?.preference.channels.sms
  expectComplaints()
  await gate.close()
  const choice = { templateId: world.workflow._id, channelType: 'email', checked: false } as const
  const saving = inbox.updatePreference(choice)
  expect([email(), inbox.getState().preferenceUpdate?.status]).toEqual([false, 'saving'])
  await expect(saving).rejects.toThrow()
  expect([email(), inbox.getState().preferenceUpdate]).toEqual([true, null])
  const savingAll = inbox.updateGlobalPreferences({ preferences: [{ channelType: 'sms', enabled: false }] })
  expect(sms()).toBe(false)
  await expect(savingAll).rejects.toThrow()
  expect(sms()).toBe(true)
})

test('another subscriber sees nothing of the one before, whatever was on its way', async () => {
  const tab = await createTab()
  await tell(tab, 1)
  gate.hold()
  void tab.inbox.refetchFeed()
  void tab.inbox.refetchCounts()
  await vi.waitFor(() => expect(gate.held()).toBeGreaterThan(0), soon)
  tab.inbox.logout()
  gate.release()
  const other = await createTab()
  expect(other.numbers()).toEqual([])
  const { session, unseen, feeds, connection } = tab.inbox.getState()
  expect([session.token, unseen.data, feeds.size, connection]).toEqual([undefined, undefined, 0, 'none'])
})
