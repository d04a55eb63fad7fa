import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Deps, systemCtx } from '#server/context.ts'
import { findSubscriber } from '#server/notifications/audience/subscribers/queries.ts'
import type { Environment, SubscriberRow } from '#server/notifications/shared/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment, createTestSubscriber } from '#server/test/notifications.ts'
import { createPresence, type Presence } from './presence.ts'

const START = new Date('2026-03-01T12:00:00Z')
let time = START
const advance = (seconds: number) => {
  time = new Date(time.getTime() + seconds * 1000)
}

type Process = { deps: Deps; presence: Presence; here: Set<string>; dropped: string[]; end: () => Promise<void> }
const processes: Process[] = []

/** A process of its own on the database of these tests. */
const startProcess = async (): Promise<Process> => {
  const { deps, close } = await createTestDeps()
  deps.now = () => time
  const here = new Set<string>()
  const dropped: string[] = []
  const presence = createPresence(deps, {
    has: (id) => here.has(id),
    ids: () => here,
    drop: (ids) => dropped.push(...ids),
  })
  const end = async () => {
    for (const id of here) presence.changed(id)
    here.clear()
    await presence.close()
    await close()
  }
  const process = { deps, presence, here, dropped, end }
  processes.push(process)
  return process
}

let first: Process
let environment: Environment
beforeAll(async () => {
  first = await startProcess()
  environment = (await createTestEnvironment(first.deps)).environment
})
afterEach(() => {
  time = START
})
afterAll(async () => {
  for (const process of processes) await process.end()
})

const come = ({ here, presence }: Process, { id }: SubscriberRow) => {
  here.add(id)
  presence.changed(id)
}
const leave = ({ here, presence }: Process, { id }: SubscriberRow) => {
  here.delete(id)
  presence.changed(id)
}
const stateOf = async ({ subscriberId }: SubscriberRow) => {
  const row = await findSubscriber(systemCtx(first.deps, 'test'), environment.id, subscriberId)
  return { isOnline: row?.isOnline, lastOnlineAt: row?.lastOnlineAt?.toISOString() ?? null }
}

describe('presence', () => {
  test('someone is online from their first socket to their last', async () => {
    const bia = await createTestSubscriber(first.deps, environment)
    expect(await stateOf(bia)).toEqual({ isOnline: null, lastOnlineAt: null })
    come(first, bia)
    await expect.poll(() => stateOf(bia)).toEqual({ isOnline: true, lastOnlineAt: null })
    advance(90)
    leave(first, bia)
    await expect.poll(() => stateOf(bia)).toEqual({ isOnline: false, lastOnlineAt: '2026-03-01T12:01:30.000Z' })
  })

  test('a page that is loaded again never shows them offline', async () => {
    const bia = await createTestSubscriber(first.deps, environment)
    come(first, bia)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
    leave(first, bia)
    come(first, bia)
    await first.presence.beat()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await stateOf(bia)).toEqual({ isOnline: true, lastOnlineAt: null })
  })

  test('they stay online while any process has a socket of theirs', async () => {
    const second = await startProcess()
    const bia = await createTestSubscriber(first.deps, environment)
    come(first, bia)
    come(second, bia)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
    await second.presence.beat()
    leave(first, bia)
    await first.presence.beat()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await stateOf(bia)).toEqual({ isOnline: true, lastOnlineAt: null })
    leave(second, bia)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: false })
  })

  test('who was connected to a process that died is offline after its lease, and not before', async () => {
    const dead = await startProcess()
    const [bia, ana] = [
      await createTestSubscriber(first.deps, environment),
      await createTestSubscriber(first.deps, environment),
    ]
    come(dead, bia)
    come(dead, ana)
    come(first, ana)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
    await expect.poll(() => stateOf(ana)).toMatchObject({ isOnline: true })
    advance(40)
    await first.presence.beat()
    expect(await stateOf(bia)).toMatchObject({ isOnline: true })
    advance(25)
    await first.presence.beat()
    expect(await stateOf(bia)).toEqual({ isOnline: false, lastOnlineAt: '2026-03-01T12:01:05.000Z' })
    expect(await stateOf(ana)).toMatchObject({ isOnline: true })
  })

  test('a process that was thought dead says again who is here', async () => {
    const slow = await startProcess()
    const bia = await createTestSubscriber(first.deps, environment)
    come(slow, bia)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
    advance(61)
    await first.presence.beat()
    expect(await stateOf(bia)).toMatchObject({ isOnline: false })
    await slow.presence.beat()
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
  })

  test('a process that ends leaves no one online', async () => {
    const ending = await startProcess()
    const bia = await createTestSubscriber(first.deps, environment)
    come(ending, bia)
    await expect.poll(() => stateOf(bia)).toMatchObject({ isOnline: true })
    processes.splice(processes.indexOf(ending), 1)
    await ending.end()
    expect(await stateOf(bia)).toMatchObject({ isOnline: false })
  })

  test('who does not exist is named, so that their sockets are closed', async () => {
    come(first, { id: '00000000000000000000dead' } as SubscriberRow)
    await expect.poll(() => first.dropped).toEqual(['00000000000000000000dead'])
    first.here.delete('00000000000000000000dead')
  })
})
