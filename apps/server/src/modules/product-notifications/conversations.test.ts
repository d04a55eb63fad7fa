import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inTransaction, systemCtx } from '#server/context.ts'
import { chatSettings } from '#server/db/schema/inbox/chat-settings.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { createNotificationSocket } from '#server/notifications/index.ts'
import { createTeam } from '#server/test/company-settings.ts'
import { hearEvents } from '#server/test/events.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'
import { type Notice, openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import {
  deliver,
  inboundBody,
  type Line,
  somePhone,
  someWamid,
  statusBody,
  textContent,
  whenProcessed,
} from '#server/test/webhooks.ts'
import { notify } from './index.ts'
import { syncTenant } from './subscribers.ts'

let w: ProductWorld
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>
let line: Line
let channelId: string
let now: Date

beforeAll(async () => {
  w = await openProductWorld()
  w.deps.now = () => now
  processor = startProcessor(w.deps)
})
afterAll(async () => {
  await processor.stop()
  await w.close()
})
beforeEach(async () => {
  now = new Date()
  admin = await createSignedIn(w.deps)
  const { account, channel } = await createChannel(w.deps, admin.company.id)
  channelId = channel.id
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

const member = async (fields: Parameters<typeof createUser>[1] = {}, more: Parameters<typeof addMember>[3] = {}) => {
  const user = await createUser(w.deps, { name: 'Bruno Melo', ...fields })
  await addMember(w.deps, admin.company.id, user.id, { role: 'member', ...more })
  return { id: user.id, headers: await signIn(w.deps, user.id, admin.company.id) }
}
const call = async (method: 'GET' | 'PUT', url: string, payload?: object, headers = admin.headers) => {
  const answer = await w.app.inject({ method, url: `/api/v1${url}`, headers, ...(payload && { payload }) })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}
const assign = (id: string, assigneeId: string | null, headers = admin.headers) =>
  call('PUT', `/conversations/${id}/assignment`, { assigneeId }, headers)
const receive = async (phone: string, text: string) => {
  await deliver(w.app, w.deps, inboundBody(line, { phone, name: 'Joana' }, textContent(text)))
  await whenProcessed(w.deps)
  const { data } = await call('GET', '/conversations?limit=1')
  return data[0].id as string
}
const told = async (userId: string, workflow: string) =>
  (await w.inboxOf(userId)).filter(({ templateIdentifier }) => templateIdentifier === workflow)
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}

describe('a mention', () => {
  it('is told at once, and by mail after ten minutes to whoever has not read it', async () => {
    const [bruno, bia, author] = [await member(), await member(), await member({ name: 'Ana Lima' })]
    const id = await receive(somePhone(), 'oi')
    const note = { clientKey: 'a-note-about-it', body: 'vejam este pedido', mentions: [bruno.id, bia.id] }
    const url = `/api/v1/conversations/${id}/notes`
    await w.app.inject({ method: 'POST', url, headers: author.headers, payload: note })
    for (const { id: userId } of [bruno, bia])
      expect(await told(userId, 'conversation.mentioned')).toMatchObject([
        {
          content: '<b>Ana Lima</b> mentioned you in the conversation with <b>Joana</b>: vejam este pedido',
          cta: { data: { url: `/integrations/whatsapp/chat?conversation=${id}&company=${admin.company.id}` } },
        },
      ])
    expect(await w.inboxOf(author.id)).toEqual([])
    await w.app.inject({
      method: 'POST',
      url: `/v1/subscribers/${bruno.id}/messages/mark-all`,
      headers: w.headers,
      payload: { markAs: 'read' },
    })
    later(11)
    await w.inboxOf(bia.id)
    const mailed = async (userId: string) =>
      (await w.jobsOf(userId, 'conversation.mentioned')).find(({ type }) => type === 'email')?.status
    // No one carries mails here: one that was tried has failed.
    expect([await mailed(bruno.id), await mailed(bia.id)]).toEqual(['canceled', 'failed'])
  })
})

describe('messages that were not delivered', () => {
  it('are told together to whoever wrote them and to whoever has the conversation', async () => {
    const [author, assignee, other] = [await member(), await member(), await member()]
    const quiet = { companyId: admin.company.id, settings: { readReceipts: 'off' } }
    await w.deps.database.db.insert(chatSettings).values(quiet)
    const id = await receive(somePhone(), 'oi')
    await assign(id, assignee.id)
    const write = async (key: string) => {
      const payload = { type: 'text', clientKey: key, body: 'Bom dia' }
      const url = `/api/v1/conversations/${id}/messages`
      const sent = (await w.app.inject({ method: 'POST', url, headers: author.headers, payload })).json()
      const errors = [{ code: 131026, title: 'x', message: 'x', error_data: { details: 'x' } }]
      const extra = { biz_opaque_callback_data: sent.id, errors }
      const fail = () =>
        deliver(w.app, w.deps, statusBody(line, `wamid.${sent.id}`, 'failed', Math.floor(now.getTime() / 1000), extra))
      await fail()
      await fail()
      await whenProcessed(w.deps)
      await w.deps.jobs.drain(w.deps)
    }
    await write('the-first-answer')
    await write('the-second-answer')
    const own = async (userId: string) => (await told(userId, 'message.failed')).map(({ content }) => content)
    expect(await own(author.id)).toEqual([])
    later(2)
    for (const { id: userId } of [author, assignee])
      expect(await own(userId)).toEqual(["<b>2 messages</b> weren't delivered"])
    await write('the-third-answer')
    expect(await own(author.id)).toHaveLength(1)
    later(2)
    expect(await own(author.id)).toContain("A message to <b>Joana</b> wasn't delivered")
    expect(await own(other.id)).toEqual([])
  })
})

describe('words that are taken back', () => {
  const everything = async () => {
    await w.deps.jobs.drain(w.deps)
    await w.drain()
    const tables = ['notification_events', 'notification_jobs', 'notification_messages']
    const rows = tables.map((name) =>
      w.deps.database.pool.query(`select string_agg(t::text, '') as text from ${name} t`),
    )
    return (await Promise.all(rows)).map((result) => result.rows[0].text).join()
  }

  it('are shown no more, neither those of a message that was told nor those of one that waits to be', async () => {
    const bruno = await member()
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await assign(id, bruno.id)
    const [first, second] = [someWamid(), someWamid()]
    const send = async (content: Record<string, unknown>, wamid = someWamid()) => {
      await deliver(w.app, w.deps, inboundBody(line, { phone, name: 'Joana' }, content, { id: wamid }))
      await whenProcessed(w.deps)
      await w.drain()
    }
    const revoke = (wamid: string) => send({ type: 'revoke', revoke: { original_message_id: wamid } })
    await send(textContent('minha senha é abacaxi'), first)
    const contents = async () => (await told(bruno.id, 'message.received')).map(({ content }) => content)
    expect(await contents()).toEqual(['<b>Joana</b> wrote to you: minha senha é abacaxi'])
    await revoke(first)
    expect(await everything()).not.toContain('abacaxi')
    expect(await contents()).toEqual(['<b>Joana</b> wrote to you'])
    await send(textContent('ou melancia'), second)
    expect(await everything()).toContain('melancia')
    await revoke(second)
    expect(await everything()).not.toContain('melancia')
    later(3)
    expect(await contents()).toEqual(['<b>Joana</b> wrote to you', '<b>Joana</b> wrote to you'])
  })

  it('of a note are neither shown nor mailed', async () => {
    const [bruno, author] = [await member(), await member({ name: 'Ana Lima' })]
    const id = await receive(somePhone(), 'oi')
    const url = `/api/v1/conversations/${id}/notes`
    const payload = { clientKey: 'a-note-to-take-back', body: 'ela paga sempre tarde', mentions: [bruno.id] }
    const written = await w.app.inject({ method: 'POST', url, headers: author.headers, payload })
    expect(await everything()).toContain('paga sempre tarde')
    const removed = await w.app.inject({
      method: 'DELETE',
      url: `${url}/${written.json().id}`,
      headers: author.headers,
    })
    expect(removed.statusCode).toBeLessThan(300)
    expect(await everything()).not.toContain('paga sempre tarde')
    later(11)
    expect((await told(bruno.id, 'conversation.mentioned')).map(({ content }) => content)).toEqual([
      '<b>Ana Lima</b> mentioned you in the conversation with <b>Joana</b>',
    ])
    const mail = (await w.jobsOf(bruno.id, 'conversation.mentioned')).find(({ type }) => type === 'email')
    expect(mail?.status).toBe('canceled')
  })
})

it('former members are not notified about a conversation', async () => {
  const [bruno, author] = [await member(), await member({ name: 'Ana Lima' })]
  const id = await receive(somePhone(), 'oi')
  const url = `/api/v1/conversations/${id}/notes`
  const payload = { clientKey: 'a-note-to-who-leaves', body: 'só entre nós', mentions: [bruno.id] }
  await w.app.inject({ method: 'POST', url, headers: author.headers, payload })
  await assign(id, bruno.id)
  await assign(id, author.id)
  const { data } = await call('GET', `/companies/${admin.company.id}/members`)
  const { id: memberId } = data.find(({ userId }: { userId: string }) => userId === bruno.id)
  const removal = `/api/v1/companies/${admin.company.id}/members/${memberId}`
  expect((await w.app.inject({ method: 'DELETE', url: removal, headers: admin.headers })).statusCode).toBe(204)
  expect((await w.inboxOf(bruno.id)).map(({ templateIdentifier }) => templateIdentifier)).toEqual(['member.removed'])
  expect(await told(author.id, 'conversation.assigned')).toHaveLength(1)
})

describe('a queue', () => {
  it('of a team is told to its members only, and followers hear of a conversation that is not theirs', async () => {
    const [bruno, bia] = [await member(), await member()]
    const team = await createTeam(w.deps, admin.company.id, [bruno.id])
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await w.inboxOf(bruno.id)
    later(10)
    await w.inboxOf(bruno.id)
    await call('PUT', `/conversations/${id}/assignment`, { assigneeId: admin.user.id, teamId: team.id })
    await assign(id, null)
    await w.inboxOf(bruno.id)
    later(6)
    const queued = async (userId: string) => (await told(userId, 'conversation.new_unassigned')).length
    expect([await queued(bruno.id), await queued(bia.id)]).toEqual([2, 1])
    await w.app.inject({
      method: 'PUT',
      url: `/api/v1/conversations/${id}/following`,
      headers: bia.headers,
      payload: { following: true },
    })
    await receive(phone, 'alguém?')
    later(3)
    expect(await told(bia.id, 'message.received')).toHaveLength(1)
    expect(await told(bruno.id, 'message.received')).toEqual([])
  })
})

describe('an assignment', () => {
  it('is told to the assignee in their language, with the way there, and not to whoever did it', async () => {
    const { id } = await createConversation(w.deps, admin.company.id, { channelId })
    const [bruno, bia] = [await member({ locale: 'en' }), await member({ locale: 'pt' })]
    await assign(id, bruno.id)
    await assign(id, bia.id)
    const [english] = await w.inboxOf(bruno.id)
    expect(english).toMatchObject({
      templateIdentifier: 'conversation.assigned',
      content: '<b>Test Person</b> assigned you the conversation with <b>Bia</b>',
      cta: { data: { url: `/integrations/whatsapp/chat?conversation=${id}&company=${admin.company.id}` } },
    })
    expect((await w.inboxOf(bia.id))[0]?.content).toBe('<b>Test Person</b> atribuiu a você a conversa com <b>Bia</b>')
    expect(await w.inboxOf(admin.user.id)).toEqual([])
  })

  it('says in which company it happened, by which the inbox can be filtered, and that it is important', async () => {
    const bia = await member()
    const { id } = await createConversation(w.deps, admin.company.id, { channelId })
    await assign(id, bia.id)
    const { company } = await createSignedIn(w.deps)
    await addMember(w.deps, company.id, bia.id, { role: 'member' })
    await syncTenant(systemCtx(w.deps, 'test'), company.id)
    const to = { users: [bia.id] }
    await notify(systemCtx(w.deps, 'test'), [
      { workflow: 'security.password_changed', to, companyId: null, payload: { at: 'now' } },
      { workflow: 'conversation.new_unassigned', to, companyId: company.id, payload: { contact: 'Bia' } },
    ])
    await w.drain()
    later(6)
    const shown = async (filter?: object) => {
      const query = filter ? `?payload=${encodeURIComponent(btoa(JSON.stringify(filter)))}` : ''
      await w.drain()
      const { data } = await w.get(`/subscribers/${bia.id}/notifications/feed${query}`)
      return data.map(({ templateIdentifier, payload }: Notice) => [
        templateIdentifier,
        payload.company,
        payload.important,
      ])
    }
    const assigned = ['conversation.assigned', { id: admin.company.id, name: 'Test company' }, true]
    const queued = ['conversation.new_unassigned', { id: company.id, name: 'Test company' }, undefined]
    const changed = ['security.password_changed', undefined, true]
    expect(await shown()).toEqual([queued, changed, assigned])
    expect(await shown({ company: { id: admin.company.id } })).toEqual([assigned])
    expect(await shown({ company: { id: company.id } })).toEqual([queued])
  })

  it('to oneself is no news, nor is the same assignment again', async () => {
    const { id } = await createConversation(w.deps, admin.company.id, { channelId })
    const bruno = await member()
    await assign(id, bruno.id, bruno.headers)
    await assign(id, bruno.id)
    expect(await w.inboxOf(bruno.id)).toEqual([])
  })

  it('that is rolled back is not told', async () => {
    const bruno = await member()
    const ctx = systemCtx(w.deps, 'test')
    const payload = { conversationId: admin.company.id, contact: 'Bia', assigner: 'Ana' }
    const to = { users: [bruno.id] }
    const notice = { workflow: 'conversation.assigned', to, companyId: admin.company.id, payload } as const
    const failed = inTransaction(ctx, async (tx) => {
      await notify(tx, [notice])
      throw new Error('changed our mind')
    })
    await expect(failed).rejects.toThrow('changed our mind')
    expect(await w.inboxOf(bruno.id)).toEqual([])
    await inTransaction(ctx, (tx) => notify(tx, [notice]))
    expect(await told(bruno.id, 'conversation.assigned')).toHaveLength(1)
  })

  it('happens even if its workflow is disabled or deleted, or no one can be notified', async () => {
    const { id } = await createConversation(w.deps, admin.company.id, { channelId })
    const bruno = await member()
    const { _id } = (await w.get('/workflows/conversation.assigned')).data
    const { pool } = w.deps.database
    const change = async (values: string) => {
      await pool.query(`update notification_workflows set ${values} where id = $1`, [_id])
      w.deps.bus.publish('notifications.changed', { environmentId: w.environment.id })
    }
    try {
      await change('active = false')
      expect((await assign(id, bruno.id)).assignee.id).toBe(bruno.id)
      await w.drain()
      await change('deleted_at = now()')
      await assign(id, null)
      expect((await assign(id, bruno.id)).assignee.id).toBe(bruno.id)
      await w.drain()
    } finally {
      await change('active = true, deleted_at = null')
    }
    expect(await told(bruno.id, 'conversation.assigned')).toEqual([])
  })

  it('is kept from whoever does not want to hear of it, and the activity says so', async () => {
    const { id } = await createConversation(w.deps, admin.company.id, { channelId })
    const bruno = await member()
    await syncTenant(systemCtx(w.deps, 'test'), admin.company.id)
    const { _id } = (await w.get('/workflows/conversation.assigned')).data
    const answer = await w.app.inject({
      method: 'PATCH',
      url: `/v1/subscribers/${bruno.id}/preferences/${_id}`,
      headers: w.headers,
      payload: { channel: { type: 'in_app', enabled: false } },
    })
    expect(answer.statusCode).toBe(200)
    await assign(id, bruno.id)
    expect(await w.inboxOf(bruno.id)).toEqual([])
    const jobs = await w.jobsOf(bruno.id, 'conversation.assigned')
    const inbox = jobs.find(({ type }) => type === 'in_app')
    expect(inbox?.executionDetails.map(({ detail }) => detail).join()).toMatch(/preference/i)
  })

  it('is on the assignee’s socket by itself', async () => {
    const sockets = createNotificationSocket(w.app.server, w.deps)
    await w.app.listen({ port: 0, host: '127.0.0.1' })
    w.deps.notifications.start(w.deps)
    const url = `http://127.0.0.1:${(w.app.server.address() as AddressInfo).port}`
    const bruno = await member()
    const session = (await w.app.inject({ url: '/api/auth/session', headers: bruno.headers })).json()
    const { applicationIdentifier } = (await w.app.inject({ url: '/api/v1/settings/general' })).json().notifications
    const { subscriberId, subscriberHash: hmacHash } = session.user
    const open = (payload: object) =>
      w.app.inject({
        method: 'POST',
        url: '/v1/widgets/session/initialize',
        payload: { applicationIdentifier, subscriberId, ...payload },
      })
    expect((await open({ hmacHash: '0'.repeat(64) })).statusCode).toBe(400)
    const opened = (await open({ hmacHash })).json().data
    const socket = io(url, { transports: ['websocket'], auth: { token: opened.token } })
    try {
      await new Promise((resolve, reject) => socket.once('connect', () => resolve(null)).once('connect_error', reject))
      const heard = new Promise((resolve) => socket.once('notification_received', resolve))
      const { id } = await createConversation(w.deps, admin.company.id, { channelId })
      await assign(id, bruno.id)
      await hearEvents(w.deps)
      await heard
    } finally {
      socket.disconnect()
      await w.deps.notifications.stop()
      await sockets.close()
    }
  })
})

describe('a customer’s message', () => {
  it('is told to the assignee while they are away, then gathered for two minutes', async () => {
    const bruno = await member()
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await assign(id, bruno.id)
    await receive(phone, 'tem queijo?')
    const [first] = await told(bruno.id, 'message.received')
    expect(first).toMatchObject({
      content: '<b>Joana</b> wrote to you: tem queijo?',
      cta: { data: { url: `/integrations/whatsapp/chat?conversation=${id}&company=${admin.company.id}` } },
    })
    later(0.1)
    await receive(phone, 'um quilo')
    await receive(phone, 'e pão')
    expect(await told(bruno.id, 'message.received')).toHaveLength(1)
    later(3)
    expect((await told(bruno.id, 'message.received')).map(({ content }) => content)).toEqual([
      '<b>Joana</b> wrote to you again',
      '<b>Joana</b> wrote to you: tem queijo?',
    ])
  })

  it('is not told to whoever looks at the product, nor to others', async () => {
    const [bruno, bia] = [await member(), await member()]
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await assign(id, bruno.id)
    await w.app.inject({
      method: 'PATCH',
      url: `/v1/subscribers/${bruno.id}/online-status`,
      headers: w.headers,
      payload: { isOnline: true },
    })
    await receive(phone, 'tem queijo?')
    expect(await told(bruno.id, 'message.received')).toEqual([])
    expect(await told(bia.id, 'message.received')).toEqual([])
    const jobs = await w.jobsOf(bruno.id, 'message.received')
    expect(jobs.find(({ type }) => type === 'in_app')?.status).toBe('canceled')
  })

  it('in an unassigned conversation notifies members who see all after five minutes, once', async () => {
    const bruno = await member({ locale: 'pt' })
    const limited = await member({}, { visibility: 'assigned' })
    await receive(somePhone(), 'oi')
    expect(await told(bruno.id, 'conversation.new_unassigned')).toEqual([])
    const phone = somePhone()
    await receive(phone, 'olá')
    await receive(phone, 'alguém?')
    expect(await told(bruno.id, 'conversation.new_unassigned')).toEqual([])
    later(6)
    expect(await told(bruno.id, 'conversation.new_unassigned')).toMatchObject([
      {
        content: 'Novas conversas aguardam atendimento em <b>Test company</b>',
        cta: { data: { url: `/integrations/whatsapp/chat?view=unassigned&company=${admin.company.id}` } },
      },
    ])
    expect(await told(admin.user.id, 'conversation.new_unassigned')).toHaveLength(1)
    expect(await w.inboxOf(limited.id)).toEqual([])
  })

  it('is everybody’s business again when its conversation is given back', async () => {
    const bruno = await member()
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await assign(id, admin.user.id)
    expect(await told(bruno.id, 'conversation.new_unassigned')).toEqual([])
    later(10)
    await w.inboxOf(bruno.id)
    await assign(id, null)
    await w.inboxOf(bruno.id)
    later(6)
    expect(await told(bruno.id, 'conversation.new_unassigned')).toHaveLength(2)
    expect(await told(admin.user.id, 'conversation.new_unassigned')).toHaveLength(1)
  })

  it('that is delivered twice is told once, and phones stay masked', async () => {
    const bruno = await member()
    const phone = somePhone()
    const id = await receive(phone, 'oi')
    await assign(id, bruno.id)
    await w.deps.database.pool.query(`update contacts set name = null, profile_name = null where company_id = $1`, [
      admin.company.id,
    ])
    const body = inboundBody(line, { phone, name: '' }, textContent('duas vezes'))
    await deliver(w.app, w.deps, body)
    await deliver(w.app, w.deps, body)
    await whenProcessed(w.deps)
    later(5)
    const notices = await told(bruno.id, 'message.received')
    expect(notices).toHaveLength(1)
    expect(notices[0]?.content).toContain('duas vezes')
    expect(notices[0]?.content).not.toContain(phone.slice(-6))
  })
})
