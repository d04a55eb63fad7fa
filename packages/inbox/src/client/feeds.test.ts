import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { messageOf, type StandIn, startStandIn } from '../test/stand-in.ts'
import { createInbox } from './inbox.ts'
import type { Inbox } from './types.ts'
import type { IMessage } from './wire.ts'

const soon = { timeout: 60_000, interval: 5 }
const messages = (newest: number, oldest: number): IMessage[] =>
  Array.from({ length: newest - oldest + 1 }, (_, index) => messageOf(newest - index))

let standIn: StandIn
let own: IMessage[]
let inbox: Inbox
beforeEach(async () => {
  // The stand-in has no socket, and the inbox tells the console so.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  own = messages(30, 1)
  standIn = await startStandIn({ ana: own })
  inbox = createInbox({ backendUrl: standIn.url, applicationIdentifier: 'shop', subscriberId: 'ana' })
  inbox.watchFeed()
  inbox.start()
  await vi.waitFor(() => expect(numbers()).toHaveLength(10), soon)
})
afterEach(async () => {
  inbox.stop()
  await standIn.stop()
  vi.restoreAllMocks()
})

const numbers = () => [...inbox.getState().feeds.values()][0]?.items.map(({ payload }) => payload['number']) ?? []

it('reads on to older ones past many new ones that no one told of, and finds those too', async () => {
  own.unshift(...messages(75, 31))
  await inbox.fetchNextPage()
  await vi.waitFor(() => expect(numbers()).toEqual(messages(75, 16).map(({ payload }) => payload['number'])), soon)
  while ([...inbox.getState().feeds.values()][0]?.hasMore) await inbox.fetchNextPage()
  expect(numbers()).toEqual(messages(75, 1).map(({ payload }) => payload['number']))
})
