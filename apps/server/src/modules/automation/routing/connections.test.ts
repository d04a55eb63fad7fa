import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memberSockets } from '#server/db/schema/automation/routing.ts'
import type { ResolvedSession } from '#server/http/mount.ts'
import { type DeskOfTest, type DeskWorld, openDesk, startDeskWorld } from '#server/test/desk-world.ts'
import { eventually } from '#server/test/whatsapp-world.ts'
import { type ConnectionWatch, watchConnections } from './connections.ts'

let world: DeskWorld
let desk: DeskOfTest
let watch: ConnectionWatch

beforeAll(async () => {
  world = await startDeskWorld()
})
beforeEach(async () => {
  desk = await openDesk(world)
  watch = watchConnections(world.deps, { graceMs: 50 })
})
afterAll(() => world.close())

const sessionOf = (userId: string): ResolvedSession => ({
  actor: {
    ...{ kind: 'user', userId, sessionId: 's', email: 'e@example.test', name: 'E' },
    ...{ role: 'customer', waOperator: false, impersonatorId: null },
  },
  company: {
    ...{ id: desk.companyId, name: 'C', timezone: 'UTC', accessBlocks: [] },
    member: { role: 'member', grants: [], visibility: 'all' },
  },
})
const isConnected = async (userId: string) =>
  (
    await world.deps.database.db
      .select()
      .from(memberSockets)
      .where(and(eq(memberSockets.companyId, desk.companyId), eq(memberSockets.userId, userId)))
  ).length > 0

it('a member is there while one browser is connected, and a moment longer; what waits goes to whoever comes', async () => {
  const ana = await desk.agent({ online: false })
  await desk.settings('routing', { teamId: await desk.team({}, [ana.id]) })
  const phone = await desk.write('Oi')
  expect((await desk.conversationOf(phone)).assigneeId).toBeNull()
  const session = sessionOf(ana.id)
  watch.opened(session)
  watch.opened(session)
  await eventually(() => isConnected(ana.id))
  await eventually(async () => {
    await desk.settle()
    return (await desk.conversationOf(phone)).assigneeId === ana.id
  })
  watch.closed(session)
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(await isConnected(ana.id)).toBe(true)
  watch.closed(session)
  watch.opened(session)
  await new Promise((resolve) => setTimeout(resolve, 120))
  expect(await isConnected(ana.id)).toBe(true)
  watch.closed(session)
  await eventually(async () => !(await isConnected(ana.id)))
  await watch.stop()
})

it('a process that ends leaves nobody connected', async () => {
  const ana = await desk.agent({ online: false })
  watch.opened(sessionOf(ana.id))
  await eventually(() => isConnected(ana.id))
  await watch.stop()
  expect(await isConnected(ana.id)).toBe(false)
})
