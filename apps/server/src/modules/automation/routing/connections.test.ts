import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { memberSockets } from '#server/db/schema/automation/routing.ts'
import type { ResolvedSession } from '#server/http/mount.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { eventually } from '#server/test/whatsapp-world.ts'
import { type ConnectionWatch, watchConnections } from './connections.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let watch: ConnectionWatch

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  watch = watchConnections(world.deps, { graceMs: 50 })
})
afterAll(() => world.close())

const sessionOf = (userId: string): ResolvedSession => ({
  actor: {
    ...{ kind: 'user', userId, sessionId: 's', email: 'e@example.test', name: 'E' },
    ...{ role: 'customer', waOperator: false, impersonatorId: null },
  },
  company: {
    ...{ id: inbox.companyId, name: 'C', timezone: 'UTC', accessBlocks: [] },
    member: { role: 'member', grants: [], visibility: 'all' },
  },
})
const isConnected = async (userId: string) =>
  (
    await world.deps.database.db
      .select()
      .from(memberSockets)
      .where(and(eq(memberSockets.companyId, inbox.companyId), eq(memberSockets.userId, userId)))
  ).length > 0

it('a member is there while one browser is connected, and a moment longer; what waits goes to whoever comes', async () => {
  const ana = await inbox.agent({ online: false })
  await inbox.settings('routing', { teamId: await inbox.team({}, [ana.id]) })
  const phone = await inbox.write('Oi')
  expect((await inbox.conversationOf(phone)).assigneeId).toBeNull()
  const session = sessionOf(ana.id)
  watch.opened(session)
  watch.opened(session)
  await eventually(() => isConnected(ana.id))
  await eventually(async () => {
    await inbox.settle()
    return (await inbox.conversationOf(phone)).assigneeId === ana.id
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

it('a process that ends leaves no one connected', async () => {
  const ana = await inbox.agent({ online: false })
  watch.opened(sessionOf(ana.id))
  await eventually(() => isConnected(ana.id))
  await watch.stop()
  expect(await isConnected(ana.id)).toBe(false)
})
