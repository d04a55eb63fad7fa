import { dailyQuotas } from '@recado/contracts/shared/quotas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { privacyRequests } from '#server/db/schema/contacts/privacy.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import { newId } from '#server/lib/ids.ts'
import { addMember, createUser } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { dueAfter, lawOf } from './due.ts'
import { remindJob } from './jobs.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
let phone: string
let contactId: string
let conversationId: string

beforeAll(async () => {
  world = await startTeamInboxWorld()
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
  phone = await inbox.write('Oi')
  const conversation = await inbox.conversationOf(phone)
  contactId = conversation.contactId
  conversationId = conversation.id
})
afterAll(() => world.close())

const ask = async (kind: string, body: object = {}) => {
  const answer = await inbox.call('POST', 'privacy-requests', { contactId, kind, ...body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const read = async (id: string) => (await inbox.call('GET', `privacy-requests/${id}`)).body
const change = async (id: string, body: object) => {
  const { version } = await read(id)
  return inbox.call('PATCH', `privacy-requests/${id}`, { version, ...body })
}
const verify = (id: string, proof: object) => inbox.call('POST', `privacy-requests/${id}/verification`, proof)
const list = async (query: string) =>
  (await inbox.call('GET', `privacy-requests?${query}`)).body.data.map(({ id }: { id: string }) => id)

describe('a privacy request', () => {
  it('goes from received to done: assigned, identity confirmed, worked on, each step once', async () => {
    const { id, ...request } = await ask('access', { intake: 'email', note: 'Wants to know what we keep' })
    expect(request).toMatchObject({
      ...{ state: 'received', law: 'lgpd', intake: 'email', owner: null, verification: null },
      contact: { id: contactId },
    })
    const days = (new Date(request.dueAt).getTime() - new Date(request.createdAt).getTime()) / 86_400_000
    expect(days).toBe(15)
    expect((await change(id, { state: 'in_progress' })).body.code, 'identity first').toBe('state_invalid')
    expect((await change(id, { ownerId: inbox.user.id })).body.owner).toMatchObject({ id: inbox.user.id })
    expect((await verify(id, { note: 'Showed their ID at the counter' })).body).toMatchObject({
      ...{ state: 'verified', verification: { method: 'manual', note: 'Showed their ID at the counter' } },
    })
    expect((await verify(id, { note: 'Again' })).body.code).toBe('state_invalid')
    expect((await change(id, { state: 'in_progress' })).body.state).toBe('in_progress')
    expect((await change(id, { state: 'done' })).body).toMatchObject({ state: 'done', closedAt: expect.any(String) })
    expect((await change(id, { state: 'refused', refusal: 'Too late' })).body.code).toBe('state_invalid')
    expect([await list('view=open'), await list('view=closed')]).toEqual([[], [id]])
  })

  it('is refused with a reason only, and never over the change of someone else', async () => {
    const { id, version } = await ask('correction')
    expect((await change(id, { state: 'refused' })).status).toBe(422)
    await change(id, { note: 'Called back' })
    const stale = await inbox.call('PATCH', `privacy-requests/${id}`, { version, state: 'refused', refusal: 'Spam' })
    expect(stale.body).toMatchObject({ code: 'conflict', data: { current: { note: 'Called back' } } })
    expect((await change(id, { state: 'refused', refusal: 'Not this person' })).body).toMatchObject({
      ...{ state: 'refused', refusal: 'Not this person' },
    })
  })

  it('is proven by the code that went to their number, which can be guessed at five times', async () => {
    const codeOf = async () => {
      const messages = await inbox.messagesOf(conversationId)
      return /^\d{6}/.exec(messages.findLast(({ direction }) => direction === 'out')?.body ?? '')?.[0] ?? ''
    }
    const { id } = await ask('export')
    expect((await verify(id, { code: '123456' })).status, 'none was sent').toBe(422)
    expect((await inbox.call('POST', `privacy-requests/${id}/code`, {})).body.codeUntil).toEqual(expect.any(String))
    const first = await codeOf()
    const wrong = first === '000000' ? '000001' : '000000'
    for (let n = 0; n < 5; n++)
      expect((await verify(id, { code: wrong })).body).toMatchObject({ errors: [{ path: 'code', code: 'code' }] })
    expect((await verify(id, { code: first })).status, 'guessed at too often').toBe(422)
    const { now } = world.deps
    expect((await inbox.call('POST', `privacy-requests/${id}/code`, {})).status, 'one a minute').toBe(429)
    try {
      for (let n = 1; n < 5; n++) {
        world.deps.now = () => new Date(now().getTime() + n * 61_000)
        expect((await inbox.call('POST', `privacy-requests/${id}/code`, {})).status).toBe(200)
      }
      expect((await verify(id, { code: await codeOf() })).status, 'another code gives no further guesses').toBe(422)
      world.deps.now = () => new Date(now().getTime() + 600_000)
      expect((await inbox.call('POST', `privacy-requests/${id}/code`, {})).status, 'five a day').toBe(429)
    } finally {
      world.deps.now = now
    }
  })

  it('takes the right code once', async () => {
    const { id } = await ask('export')
    await inbox.call('POST', `privacy-requests/${id}/code`, {})
    const code = /^\d{6}/.exec((await inbox.messagesOf(conversationId)).at(-1)?.body ?? '')?.[0]
    expect((await verify(id, { code })).body).toMatchObject({
      ...{ state: 'verified', codeUntil: null, verification: { method: 'code' } },
    })
  })

  it('is one of ten that a person may have open', async () => {
    for (let n = 0; n < 10; n++) await ask('access')
    const one = await inbox.call('POST', 'privacy-requests', { contactId, kind: 'access' })
    expect(one.body).toMatchObject({ code: 'limit_reached', data: { limit: 10 } })
  })

  it('is one of so many a day that a person takes down', async () => {
    const { person } = dailyQuotas.privacyRequests
    const day = world.deps.now().toISOString().slice(0, 10)
    await world.deps.database.pool.query('insert into quota_uses (subject, day, used) values ($1, $2, $3)', [
      ...[`privacyRequests person ${inbox.user.id}`, day, person - 1],
    ])
    await ask('access')
    const refused = await inbox.call('POST', 'privacy-requests', { contactId, kind: 'access' })
    expect(refused.body).toMatchObject({
      ...{ status: 429, code: 'quota_exceeded', data: { quota: 'privacyRequests', of: 'person', limit: person } },
    })
    expect(await list('view=open')).toHaveLength(1)
  })

  it('sends no code to people who have not written within 24 hours', async () => {
    const { body } = await inbox.call('POST', 'contacts', { phone: '+5581988776655', name: 'Rui' })
    const asked = await ask('access', { contactId: body.contact.id })
    const sent = await inbox.call('POST', `privacy-requests/${asked.id}/code`, {})
    expect(sent.body).toMatchObject({ status: 422, code: 'window_closed' })
    expect((await read(asked.id)).codeUntil, 'as if none had been asked for').toBeNull()
  })

  it('sends the code by a template that the member chose, once a minute as any other', async () => {
    const addTemplate = (name: string, category: string, text: string) =>
      world.deps.database.db.insert(templates).values({
        ...{ id: newId(), companyId: inbox.companyId, waAccountId: inbox.account.id, name, language: 'pt_BR' },
        ...{ category, status: 'APPROVED', components: [{ type: 'BODY', text }] },
      })
    await addTemplate('your_code', 'UTILITY', 'Seu código é {{1}}.')
    await addTemplate('plain', 'UTILITY', 'Olá!')
    const { body } = await inbox.call('POST', 'contacts', { phone: '+5581988776655', name: 'Rui' })
    const asked = await ask('access', { contactId: body.contact.id })
    const send = (name: string) =>
      inbox.call('POST', `privacy-requests/${asked.id}/code`, {
        template: { channelId: inbox.channel.id, name, language: 'pt_BR' },
      })
    expect((await send('plain')).body.code, 'it takes no code').toBe('template_not_sendable')
    expect((await send('missing')).body.code).toBe('template_not_sendable')
    const sent = await send('your_code')
    expect(sent.body.codeUntil, JSON.stringify(sent.body)).toEqual(expect.any(String))
    expect((await send('your_code')).status).toBe(429)
    const { id } = await inbox.conversationOf('5581988776655')
    const [text] = await inbox.said(id)
    const code = /\d{6}/.exec(text ?? '')?.[0] ?? ''
    expect((await verify(asked.id, { code })).body).toMatchObject({ state: 'verified' })
  })

  it('is done with the erasure that it asked for, and keeps nothing of the person', async () => {
    const { id } = await ask('erasure', { note: 'Bia wants to be forgotten' })
    await verify(id, { note: 'Bia showed her ID' })
    await inbox.call('POST', `contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Bia', requestId: id })
    await world.deps.jobs.drain(world.deps)
    expect(await read(id)).toMatchObject({ state: 'done', contact: null, note: '', erasureId: expect.any(String) })
    const [row] = await world.deps.database.db.select().from(privacyRequests).where(eq(privacyRequests.id, id))
    expect(JSON.stringify(row)).not.toContain('Bia')
  })

  it('erases only the contact who asked for it, with the request that asked for it', async () => {
    const { id } = await ask('access')
    const erase = (requestId: string) =>
      inbox.call('POST', `contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Bia', requestId })
    expect((await erase(newId())).status).toBe(404)
    await change(id, { state: 'refused', refusal: 'Spam' })
    expect((await erase(id)).body.code).toBe('state_invalid')
  })

  it('reminds admins once when it is nearly due and once when it is overdue', async () => {
    const { refresh, inboxOf } = await openInboxes(world)
    const other = await createUser(world.deps)
    await addMember(world.deps, inbox.companyId, other.id)
    await refresh()
    const { id } = await ask('objection')
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
    const dueIn = (days: number, change: { remindedAt?: Date } = {}) =>
      world.deps.database.db
        .update(privacyRequests)
        .set({ dueAt: inDays(days), ...change })
        .where(eq(privacyRequests.id, id))
    const remind = async () => {
      await world.deps.jobs.enqueue(world.deps.database.db, remindJob, {})
      await world.deps.jobs.drain(world.deps)
      const notices = await inboxOf(other.id)
      return notices.filter(({ cta }) => cta.data.url.includes(id)).map(({ content }) => content)
    }
    expect(await remind()).toEqual([expect.stringContaining('<b>Objection</b>. Days left to answer: 15.')])
    await dueIn(2.5)
    expect((await remind())[0]).toContain('still open: <b>Objection</b>. Days left to answer: 3.')
    expect(await remind()).toHaveLength(2)
    expect(await list('view=due')).toEqual([id])
    await dueIn(-1, { remindedAt: inDays(-2) })
    expect((await remind())[0]).toContain('The answer is overdue.')
    expect(await remind()).toHaveLength(3)
    expect((await inbox.call('GET', 'privacy-requests/counts')).body).toEqual({ open: 1, due: 1, overdue: 1 })
  })

  it('is recorded by agents and seen to by admins of its company alone', async () => {
    const { id } = await ask('access')
    const agent = await inbox.agent()
    const asAgent = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: object) =>
      inbox.call(method, path, body, agent.headers)
    expect((await asAgent('POST', 'privacy-requests', { contactId, kind: 'access' })).status).toBe(201)
    expect((await asAgent('GET', `privacy-requests/${id}`)).status).toBe(200)
    expect((await asAgent('PATCH', `privacy-requests/${id}`, { version: 1, note: 'x' })).status).toBe(403)
    const stranger = await openTeamInbox(world)
    expect((await stranger.call('GET', `privacy-requests/${id}`)).status).toBe(404)
    expect((await stranger.call('POST', 'privacy-requests', { contactId, kind: 'access' })).status).toBe(404)
    expect((await stranger.call('POST', `privacy-requests/${id}/code`, {})).status).toBe(404)
  })
})

describe('the due date', () => {
  it('follows from the law of the country', () => {
    expect([lawOf('BR'), lawOf('PT'), lawOf('GB'), lawOf('US'), lawOf(undefined)]).toEqual([
      ...['lgpd', 'gdpr', 'gdpr', 'lgpd', 'lgpd'],
    ])
    const of = (law: 'lgpd' | 'gdpr', from: string) => dueAfter(law, new Date(from)).toISOString().slice(0, 10)
    expect(of('lgpd', '2026-01-31T10:00:00Z')).toBe('2026-02-15')
    expect(of('gdpr', '2026-01-31T10:00:00Z')).toBe('2026-02-28')
    expect(of('gdpr', '2026-03-15T10:00:00Z')).toBe('2026-04-15')
  })
})
