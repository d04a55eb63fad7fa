import { autoAssign } from '@recado/contracts/companies/teams'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { companies } from '#server/db/schema/companies/companies.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversationParticipants, type conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import {
  addMember,
  createChannel,
  createCompany,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
  server.deps.now = () => new Date('2026-11-21T15:00:00Z')
})
afterAll(() => server.close())

const browserOf = (headers: { cookie: string }) => {
  const browser = createBrowser(server.app)
  browser.use(headers)
  return browser
}

const converse = async (companyId: string, fields: Partial<typeof conversations.$inferInsert> = {}) => {
  const { id, channelId, contactId } = await createConversation(server.deps, companyId, {
    createdAt: new Date('2026-11-21T12:00:00Z'),
    ...fields,
  })
  const write = async (direction: 'in' | 'out', at: string, extra: Partial<typeof messages.$inferInsert> = {}) => {
    await server.deps.database.db.insert(messages).values({
      companyId,
      id: newId(),
      conversationId: id,
      channelId,
      contactId,
      direction,
      type: 'text',
      body: 'x',
      origin: direction === 'in' ? 'contact' : 'agent',
      status: direction === 'in' ? 'received' : 'sent',
      occurredAt: new Date(at),
      failedAt: extra.status === 'failed' ? new Date(at) : null,
      ...extra,
    })
  }
  return { id, channelId, contactId, write }
}

const createTeam = async (companyId: string) => {
  const id = newId()
  const rules = autoAssign.parse({})
  await server.deps.database.db.insert(teams).values({ id, companyId, name: 'Sales', autoAssign: rules })
  return id
}

const lively = async () => {
  const made = await createSignedIn(server.deps)
  await createChannel(server.deps, made.company.id)
  const first = await converse(made.company.id, {
    waitingSince: new Date('2026-11-21T14:00:00Z'),
    createdAt: new Date('2026-11-21T12:00:00Z'),
    firstResponseAt: new Date('2026-11-21T12:01:00Z'),
  })
  const mine = await converse(made.company.id, {
    assigneeId: made.user.id,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    firstResponseAt: new Date('2026-11-20T12:03:00Z'),
  })
  await converse(made.company.id, {
    status: 'resolved',
    createdAt: new Date('2026-11-13T12:00:00Z'),
    resolvedAt: new Date('2026-11-14T12:00:00Z'),
  })
  await first.write('in', '2026-11-21T12:00:00Z')
  await first.write('out', '2026-11-21T12:01:00Z')
  // Still the 19th in São Paulo, three hours behind UTC.
  await mine.write('in', '2026-11-20T02:30:00Z')
  await mine.write('out', '2026-11-20T12:03:00Z', { status: 'failed', errorCode: 131_047 })
  await mine.write('out', '2026-11-20T12:04:00Z', { status: 'failed', errorCode: 131_047 })
  await mine.write('out', '2026-11-20T12:05:00Z', { status: 'failed' })
  await first.write('in', '2026-11-12T12:00:00Z')
  return made
}

describe('the summary', () => {
  test('counts what stands and what happened, this period and the one before', async () => {
    const { headers, company } = await lively()
    const other = await converse((await createCompany(server.deps)).id)
    await other.write('in', '2026-11-21T12:00:00Z')
    const answer = await browserOf(headers).get('/api/v1/dashboard/summary?days=7')
    expect(answer.json()).toEqual({
      period: { from: '2026-11-15', to: '2026-11-21' },
      before: { from: '2026-11-08', to: '2026-11-14' },
      now: { open: 2, unassigned: 1, waiting: 1, overdue: 0, channels: 1 },
      current: {
        created: 2,
        resolved: 0,
        firstResponseMedianSeconds: 120,
        resolutionMedianSeconds: null,
        csatAverage: null,
        optOuts: 0,
        messagesIn: 2,
        messagesOut: 4,
        failed: 3,
        newContacts: 2,
      },
      previous: {
        created: 1,
        resolved: 1,
        firstResponseMedianSeconds: null,
        resolutionMedianSeconds: expect.any(Number),
        csatAverage: null,
        optOuts: 0,
        messagesIn: 1,
        messagesOut: 0,
        failed: 0,
        newContacts: 1,
      },
      failures: [
        { code: '131047', count: 2 },
        { code: 'unknown', count: 1 },
      ],
    })
    expect(company.timezone).toBe('America/Sao_Paulo')
  })

  test('of a member who sees assigned conversations only counts those', async () => {
    const { company } = await lively()
    const user = await createUser(server.deps)
    await addMember(server.deps, company.id, user.id, { role: 'member', visibility: 'assigned' })
    const b = browserOf(await signIn(server.deps, user.id, company.id))
    expect((await b.get('/api/v1/dashboard/summary')).json()).toMatchObject({
      now: { open: 0 },
      current: { messagesIn: 0, messagesOut: 0 },
    })
  })

  test('needs a company, and refuses odd periods', async () => {
    const user = await createUser(server.deps)
    const b = browserOf(await signIn(server.deps, user.id))
    expect((await b.get('/api/v1/dashboard/summary')).statusCode).toBe(403)
    const { headers } = await createSignedIn(server.deps)
    for (const days of ['0', '401', 'week']) {
      expect((await browserOf(headers).get(`/api/v1/dashboard/summary?days=${days}`)).statusCode).toBe(422)
    }
  })
})

const quiet = { in: 0, out: 0, failed: 0, created: 0, resolved: 0, firstResponse: null }

describe('the series', () => {
  const read = async (headers: { cookie: string }, query: string) =>
    (await browserOf(headers).get(`/api/v1/dashboard/series?${query}`)).json()

  test('has each day of the company calendar, with and without messages', async () => {
    const { headers } = await lively()
    const body = await read(headers, 'days=4')
    expect(body).toMatchObject({ timezone: 'America/Sao_Paulo', unit: 'day' })
    expect(body.points).toEqual([
      { ...quiet, at: '2026-11-18' },
      { ...quiet, at: '2026-11-19', in: 1 },
      { ...quiet, at: '2026-11-20', out: 3, failed: 3, created: 1, firstResponse: 180 },
      { ...quiet, at: '2026-11-21', in: 1, out: 1, created: 1, firstResponse: 60 },
    ])
    expect(body.previous.map((point: { at: string }) => point.at)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
    ])
    expect(body.previous[0]).toMatchObject({ resolved: 1 })
    expect((await read(headers, 'from=2026-11-19&to=2026-11-20')).points).toEqual(body.points.slice(1, 3))
  })

  test('of a day goes by the hours that the clocks show', async () => {
    const { headers, company } = await createSignedIn(server.deps)
    await server.deps.database.db
      .update(companies)
      .set({ timezone: 'America/New_York' })
      .where(eq(companies.id, company.id))
    const { write } = await converse(company.id)
    // Half past one comes twice on 1 November, half past two not at all on 8 March.
    await write('in', '2026-11-01T05:30:00Z')
    await write('in', '2026-11-01T06:30:00Z')
    await write('out', '2026-03-08T07:30:00Z')
    await write('in', '2026-11-01T03:59:59Z')
    await write('in', '2026-11-02T04:59:59Z')
    const autumn = await read(headers, 'from=2026-11-01&to=2026-11-01')
    expect(autumn).toMatchObject({ unit: 'hour' })
    expect(autumn.points).toHaveLength(24)
    expect(autumn.points.filter((point: { in: number }) => point.in > 0)).toEqual([
      { ...quiet, at: '2026-11-01T01:00', in: 2 },
      { ...quiet, at: '2026-11-01T23:00', in: 1 },
    ])
    const spring = await read(headers, 'from=2026-03-08&to=2026-03-08')
    expect(spring.points).toHaveLength(23)
    expect(spring.points[2]).toEqual({ ...quiet, at: '2026-03-08T03:00', out: 1 })
    const heat = (await browserOf(headers).get('/api/v1/dashboard/heat?from=2026-11-01&to=2026-11-01')).json()
    expect(heat.cells).toEqual([
      { weekday: 0, hour: 1, count: 2 },
      { weekday: 0, hour: 23, count: 1 },
    ])
  })

  test('can be asked of one number, one team, and what a member sees', async () => {
    const { headers, company } = await lively()
    const team = await createTeam(company.id)
    const ofTeam = await converse(company.id, { teamId: team })
    await ofTeam.write('in', '2026-11-21T13:00:00Z')
    const inAll = (body: { points: { in: number }[] }) => body.points.reduce((sum, point) => sum + point.in, 0)
    expect(inAll(await read(headers, 'days=7'))).toBe(3)
    expect(inAll(await read(headers, `days=7&teamId=${team}`))).toBe(1)
    expect(inAll(await read(headers, `days=7&channelId=${ofTeam.channelId}`))).toBe(1)
    const user = await createUser(server.deps)
    await addMember(server.deps, company.id, user.id, { role: 'member', visibility: 'assigned' })
    expect(inAll(await read(await signIn(server.deps, user.id, company.id), 'days=7'))).toBe(0)
  })

  test('refuses half a period, one that runs backwards and one too long', async () => {
    const { headers } = await createSignedIn(server.deps)
    for (const query of ['from=2026-11-01', 'from=2026-11-02&to=2026-11-01', 'from=2025-01-01&to=2026-11-01']) {
      expect((await browserOf(headers).get(`/api/v1/dashboard/series?${query}`)).statusCode).toBe(422)
    }
  })
})

test('the spend prices what WhatsApp charges, by category', async () => {
  const { headers, company } = await createSignedIn(server.deps)
  const { write, contactId } = await converse(company.id)
  await server.deps.database.db.update(contacts).set({ phone: '5511987650001' }).where(eq(contacts.id, contactId))
  const charged = { pricingType: 'regular', pricingCategory: 'marketing' }
  await write('out', '2026-11-21T12:00:00Z', charged)
  await write('out', '2026-11-20T12:00:00Z', charged)
  await write('out', '2026-11-20T12:00:00Z', { ...charged, status: 'failed' })
  await write('out', '2026-11-21T12:00:00Z', { pricingType: 'free_customer_service', pricingCategory: 'service' })
  const { categories } = (await browserOf(headers).get('/api/v1/dashboard/spend?days=7')).json()
  expect(categories).toMatchObject([
    { category: 'marketing', amount: 0.66875, currency: 'BRL', messages: 2, estimated: 0 },
    { category: 'service', amount: 0, messages: 1 },
  ])
})

test('what needs the person: mentions unseen, SLA targets about to be missed, and who waits longest', async () => {
  const { headers, company, user } = await lively()
  const soon = await converse(company.id, { slaDueAt: new Date('2026-11-21T15:30:00Z') })
  await converse(company.id, { slaDueAt: new Date('2026-11-21T18:00:00Z') })
  await server.deps.database.db.insert(conversationParticipants).values({
    companyId: company.id,
    conversationId: soon.id,
    userId: user.id,
    mentionedAt: new Date('2026-11-21T14:30:00Z'),
  })
  const body = (await browserOf(headers).get('/api/v1/dashboard/attention')).json()
  expect(body.mentions).toMatchObject([{ id: soon.id, at: '2026-11-21T14:30:00.000Z' }])
  expect(body.slaSoon).toMatchObject([{ id: soon.id, at: '2026-11-21T15:30:00.000Z' }])
  expect(body.waiting).toMatchObject([{ at: '2026-11-21T14:00:00.000Z' }])
})

test('agents see their own and unassigned conversations, leads see all of them', async () => {
  const { headers, company, user } = await lively()
  const waitingSince = new Date('2026-11-21T13:00:00Z')
  const others = await converse(company.id, { assigneeId: user.id, waitingSince })
  const agent = await createUser(server.deps)
  await addMember(server.deps, company.id, agent.id, { role: 'member' })
  const own = await converse(company.id, { assigneeId: agent.id, waitingSince })
  const waitingOf = async (cookie: { cookie: string }): Promise<string[]> =>
    (await browserOf(cookie).get('/api/v1/dashboard/attention')).json().waiting.map(({ id }: { id: string }) => id)
  const told = await waitingOf(await signIn(server.deps, agent.id, company.id))
  expect([told.includes(own.id), told.includes(others.id), told.length]).toEqual([true, false, 2])
  expect(await waitingOf(headers)).toEqual(expect.arrayContaining([own.id, others.id]))
})

test('the figures of the platform are for those who run it, and support sees who needs help', async () => {
  const { company, headers } = await createSignedIn(server.deps)
  await server.deps.database.db.update(companies).set({ status: 'suspended' }).where(eq(companies.id, company.id))
  for (const path of ['platform', 'support'])
    expect((await browserOf(headers).get(`/api/v1/dashboard/${path}`)).statusCode).toBe(403)
  const helper = browserOf(await signIn(server.deps, (await createUser(server.deps, { role: 'support' })).id))
  expect((await helper.get('/api/v1/dashboard/platform')).statusCode).toBe(403)
  const { companies: listed } = (await helper.get('/api/v1/dashboard/support')).json()
  expect(listed).toContainEqual({ id: company.id, name: company.name, status: 'suspended', channels: 0, failed: 0 })
  const admin = browserOf(await signIn(server.deps, (await createUser(server.deps, { role: 'admin' })).id))
  expect((await admin.get('/api/v1/dashboard/platform')).json()).toMatchObject({
    companies: expect.any(Number),
    waitingWebhooks: 0,
    oldestWebhookAt: null,
  })
})

describe('the checklist', () => {
  const doneOf = async (headers: { cookie: string }) => {
    const body = (await browserOf(headers).get('/api/v1/dashboard/checklist')).json()
    return {
      ids: body.steps.filter((step: { done: boolean }) => step.done).map((step: { id: string }) => step.id),
      done: body.done,
    }
  }

  test('follows the data', async () => {
    const user = await createUser(server.deps)
    expect(await doneOf(await signIn(server.deps, user.id))).toEqual({ ids: [], done: false })
    const fresh = await createSignedIn(server.deps)
    expect(await doneOf(fresh.headers)).toEqual({ ids: ['create_company'], done: false })
    const busy = await lively()
    expect((await doneOf(busy.headers)).ids).toEqual([
      'create_company',
      'connect_number',
      'receive_message',
      'send_message',
    ])
    await addMember(server.deps, busy.company.id, user.id, { role: 'member' })
    expect((await doneOf(busy.headers)).done).toBe(true)
  })
})

test('rating comments stay hidden in a company without the chat', async () => {
  const { company, headers } = await createSignedIn(server.deps)
  const { db } = server.deps.database
  await db
    .update(companies)
    .set({ accessBlocks: ['integrations'] })
    .where(eq(companies.id, company.id))
  const people = (kind: string) => browserOf(headers).get(`/api/v1/dashboard/people?preset=today&kind=${kind}`)
  expect((await people('newContacts')).statusCode).toBe(200)
  expect((await people('ratings')).statusCode).toBe(403)
})
