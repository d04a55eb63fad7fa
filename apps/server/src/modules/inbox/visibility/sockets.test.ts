import type { AddressInfo } from 'node:net'
import { type ChangeEventBatch, type ConversationViewers, socketPath } from '@recado/contracts/realtime'
import { eq } from 'drizzle-orm'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { newId } from '#server/lib/ids.ts'
import { resolveSession } from '#server/modules/identity/sessions/index.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { createSocketServer, type SocketServer } from '#server/realtime/socket-server.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createTeam } from '#server/test/company-settings.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { deliver, inboundBody, type Line, somePhone, textContent, whenProcessed } from '#server/test/webhooks.ts'
import { createConversationVisibility } from './conversation-visibility.ts'

let t: TestApp
let processor: Processor
let sockets: SocketServer
let url: string
const open: Socket[] = []
let admin: Awaited<ReturnType<typeof createSignedIn>>
let line: Line

beforeAll(async () => {
  t = await buildOwnApp()
  processor = startProcessor(t.deps)
  sockets = createSocketServer(t.app.server, t.deps, {
    resolve: resolveSession,
    visibility: createConversationVisibility(t.deps),
  })
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
})
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const { account, channel } = await createChannel(t.deps, admin.company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await processor.stop()
  await sockets.close()
  await t.close()
})

type Headers = { cookie: string }

/** A browser of someone: the conversations that it heard of, what it knows of other viewers, and all it was told of them. */
const connect = async (headers: Headers, at = url) => {
  const socket = io(at, {
    path: socketPath,
    transports: ['websocket'],
    extraHeaders: headers,
    reconnection: false,
    forceNew: true,
  })
  open.push(socket)
  const heard: string[] = []
  const viewers: Record<string, ConversationViewers['viewers']> = {}
  const told: ConversationViewers[] = []
  socket.on('hints', (batch: ChangeEventBatch) =>
    heard.push(...batch.hints.flatMap((change) => change.conversationIds ?? [])),
  )
  socket.on('viewers', (state: ConversationViewers) => {
    viewers[state.conversationId] = state.viewers
    told.push(state)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('hello', () => resolve())
    socket.once('connect_error', reject)
  })
  const view = (conversationId: string | null, typing = false) => socket.emit('viewing', { conversationId, typing })
  const namesTold = (conversationId: string) =>
    told.flatMap((state) => (state.conversationId === conversationId ? state.viewers.map(({ name }) => name) : []))
  return { socket, heard, viewers, told, namesTold, view }
}

/** Waits for a change event to a person alone: whatever was sent to this browser of theirs before has arrived then. */
const settle = async ({ socket }: { socket: Socket }, userId: string) => {
  const id = newId()
  const arrived = new Promise<void>((resolve) => {
    socket.on('hints', ({ hints }: ChangeEventBatch) => {
      if (hints.some(({ ids }) => ids?.includes(id))) resolve()
    })
  })
  t.deps.bus.publish('changes', { rooms: [`user:${userId}`], change: { event: 'task.updated', ids: [id] } })
  await arrived
}

const call = (method: 'GET' | 'PUT', path: string, payload?: object, headers: Headers = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })

const receive = async (to: Line = line, headers: Headers = admin.headers): Promise<string> => {
  await deliver(t.app, t.deps, inboundBody(to, { phone: somePhone() }, textContent('oi')))
  await whenProcessed(t.deps)
  return (await call('GET', '/conversations?limit=1', undefined, headers)).json().data[0].id
}

const member = async (name: string, visibility: 'all' | 'teams' | 'assigned' = 'all') => {
  const user = await createUser(t.deps, { name })
  await addMember(t.deps, admin.company.id, user.id, { role: 'member', visibility })
  return { user, headers: await signIn(t.deps, user.id, admin.company.id) }
}

const give = (id: string, assignment: { assigneeId?: string | null; teamId?: string | null }) =>
  call('PUT', `/conversations/${id}/assignment`, assignment)

describe('change events', () => {
  it('tell a limited member nothing of conversations that they do not see, and a last time of one they lose', async () => {
    const bia = await member('Bia', 'assigned')
    const caio = await member('Caio', 'teams')
    const team = await createTeam(t.deps, admin.company.id, [caio.user.id])
    const [boss, assigned, teamed] = await Promise.all(
      [admin.headers, bia.headers, caio.headers].map((headers) => connect(headers)),
    )
    const first = await receive()
    await expect.poll(() => boss?.heard).toContain(first)
    await give(first, { assigneeId: bia.user.id })
    await expect.poll(() => assigned?.heard).toContain(first)
    await give(first, { teamId: team.id })
    await expect.poll(() => teamed?.heard).toContain(first)
    await give(first, { assigneeId: null })
    const second = await receive()
    await expect.poll(() => boss?.heard).toContain(second)
    /** Everything that was sent before has arrived: change events keep their order for each person. */
    const settle = async () => {
      const id = await receive()
      await give(id, { assigneeId: bia.user.id, teamId: team.id })
      await expect.poll(() => [assigned?.heard.at(-1), teamed?.heard.at(-1)]).toEqual([id, id])
    }
    const toldOf = (id: string, heard: string[] = []) => heard.filter((one) => one === id).length
    await settle()
    const [bias, caios] = [toldOf(first, assigned?.heard), toldOf(first, teamed?.heard)]
    await call('PUT', `/conversations/${first}/read`, { read: true })
    await call('PUT', `/conversations/${first}/status`, { status: 'resolved' })
    await settle()
    expect(toldOf(first, assigned?.heard)).toBe(bias)
    expect(toldOf(first, teamed?.heard)).toBeGreaterThan(caios)
    expect([assigned?.heard, teamed?.heard].filter((heard) => heard?.includes(second))).toEqual([])
  })

  it('tell nothing to people of another company', async () => {
    const stranger = await createSignedIn(t.deps)
    const { account, channel } = await createChannel(t.deps, stranger.company.id)
    const elsewhere = await receive({ phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }, stranger.headers)
    const theirs = await connect(stranger.headers)
    const own = await connect(admin.headers)
    const id = await receive()
    await expect.poll(() => own.heard).toContain(id)
    own.view(id)
    await expect.poll(() => own.viewers[id]).toEqual([])
    theirs.view(id)
    theirs.view(elsewhere)
    await expect.poll(() => theirs.viewers[elsewhere]).toEqual([])
    await settle(theirs, stranger.user.id)
    await settle(own, admin.user.id)
    expect(theirs.heard).not.toContain(id)
    expect(theirs.viewers).toEqual({ [elsewhere]: [] })
    expect(own.namesTold(id)).toEqual([])
  })
})

describe('a company that loses the chat', () => {
  const access = async (accessBlocks: string[]) => {
    const { id: companyId } = admin.company
    await t.deps.database.db.update(companies).set({ accessBlocks }).where(eq(companies.id, companyId))
    const change = { event: 'company.access_changed', companyId } as const
    t.deps.bus.publish('changes', { rooms: [`company:${companyId}`], change })
  }

  it('hears of its conversations no more, and of who looks at them, until it has the chat again', async () => {
    const bia = await member('Bia')
    const id = await receive()
    const ana = await connect(admin.headers)
    const other = await connect(bia.headers)
    const watching: Record<string, number> = {}
    const stop = t.deps.bus.subscribe('viewers', ({ conversationId, viewers }) => {
      watching[conversationId] = viewers.length
    })
    ana.view(id)
    other.view(id)
    await expect.poll(() => watching[id]).toBe(2)
    await settle(ana, admin.user.id)

    await access(['integrations'])
    await expect.poll(() => watching[id]).toBe(0)
    await settle(ana, admin.user.id)
    const before = [...ana.heard]
    await deliver(t.app, t.deps, inboundBody(line, { phone: somePhone() }, textContent('secret')))
    await whenProcessed(t.deps)
    await settle(ana, admin.user.id)
    expect(ana.heard).toEqual(before)

    await access(['integrations', 'whatsapp_chat'])
    const next = await receive()
    await expect.poll(() => ana.heard).toContain(next)
    ana.view(id)
    await expect.poll(() => watching[id]).toBe(1)
    stop()
  })
})

describe('viewers', () => {
  it('see each other come, type and go, also on another process', async () => {
    const bia = await member('Bia')
    const caio = await member('Caio')
    const next = await receive()
    const id = await receive()
    const ana = await connect(admin.headers)
    const here = await connect(bia.headers)
    ana.view(id)
    await expect.poll(() => ana.viewers[id]).toEqual([])
    here.view(id, true)
    await expect.poll(() => ana.viewers[id]).toEqual([{ userId: bia.user.id, name: 'Bia', typing: true }])
    await expect.poll(() => here.viewers[id]?.map(({ name }) => name)).toEqual(['Test Person'])
    here.view(id)
    await expect.poll(() => ana.viewers[id]?.[0]?.typing).toBe(false)
    t.deps.bus.publish('viewers', {
      processId: 'elsewhere',
      conversationId: id,
      viewers: [{ userId: caio.user.id, name: 'Caio', typing: false }],
    })
    await expect.poll(() => ana.viewers[id]?.map(({ name }) => name)).toEqual(['Bia', 'Caio'])
    here.socket.disconnect()
    await expect.poll(() => ana.viewers[id]?.map(({ name }) => name)).toEqual(['Caio'])
    const told = new Set<string>()
    const stop = t.deps.bus.subscribe('viewers', ({ processId, conversationId, viewers }) => {
      if (conversationId === id && viewers.length === 0) told.add(processId)
    })
    ana.view(null)
    await expect.poll(() => [...told]).toEqual([t.deps.processId])
    t.deps.bus.publish('viewers', { processId: 'elsewhere', conversationId: id, viewers: [] })
    await expect.poll(() => [...told]).toContain('elsewhere')
    stop()
    ana.view(next)
    await expect.poll(() => ana.viewers[next]).toEqual([])
    expect(ana.viewers[id]?.map(({ name }) => name)).toEqual(['Caio'])
  })

  it('are hidden from a member who may not see the conversation, and from one who may no longer', async () => {
    const bia = await member('Bia', 'assigned')
    const caio = await member('Caio')
    const hers = await receive()
    await give(hers, { assigneeId: bia.user.id })
    const id = await receive()
    const ana = await connect(admin.headers)
    const limited = await connect(bia.headers)
    ana.view(id)
    await expect.poll(() => ana.viewers[id]).toEqual([])
    limited.view(id, true)
    limited.socket.emit('viewing', 'nonsense')
    limited.view(hers)
    await expect.poll(() => limited.viewers[hers]).toEqual([])
    await settle(ana, admin.user.id)
    expect(limited.viewers).toEqual({ [hers]: [] })
    expect(ana.namesTold(id)).toEqual([])
    await give(id, { assigneeId: bia.user.id })
    limited.view(id)
    await expect.poll(() => limited.viewers[id]?.length).toBe(1)
    await expect.poll(() => ana.viewers[id]?.length).toBe(1)
    await give(id, { assigneeId: null })
    await expect.poll(() => ana.viewers[id]).toEqual([])
    const known = limited.viewers[id]
    const late = await connect(caio.headers)
    late.view(id)
    await expect.poll(() => ana.viewers[id]?.map(({ name }) => name)).toEqual(['Caio'])
    expect(limited.viewers[id]).toEqual(known)
  })
})
